/** The button for passkeys on /login. A real passkey is in e2e/passkeys.spec.ts. */
import * as messages from '../../../contract/messages.ts';
import {
  button,
  expect,
  expectCount,
  expectToast,
  field,
  open,
  test,
} from '../../testing/screen.tsx';

const CHALLENGE = 'POST /auth/login/passkey/challenge';
const passkeyButton = button('Log in with a passkey');

test('where a backend has no passkeys, they are not offered any more', async ({ shop }) => {
  shop.refuse(CHALLENGE, 404, 'Not found');
  await open('/login');
  await passkeyButton.click();
  await expectToast(messages.passkeysNotHere, 'error');
  await expectCount(passkeyButton, 0);
  await expect.element(field('Username')).toHaveFocus();
});

test('after another failure they still are', async ({ shop }) => {
  shop.refuse(CHALLENGE, 429, 'Too many attempts');
  await open('/login');
  await passkeyButton.click();
  await expectToast('Too many attempts', 'error');
  await expect.element(passkeyButton).toBeVisible();
  await expect.element(passkeyButton).toHaveFocus();
});
