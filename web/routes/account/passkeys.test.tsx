/** The passkeys of the screen /account. A real passkey is in e2e/passkeys.spec.ts. */
import { page } from 'vitest/browser';
import * as messages from '../../../contract/messages.ts';
import type { Passkey } from '../../../contract/passkeys.ts';
import type { ShopApi } from '../../testing/api.ts';
import {
  button,
  expect,
  expectCount,
  expectToast,
  field,
  fillIn,
  loggedInTest,
  open,
} from '../../testing/screen.tsx';

const LIST = 'GET /user/passkeys';
const at = '2026-11-11T10:00:00.000Z';
const phone: Passkey = { id: 'phone', name: 'My phone', addedAt: at, usedAt: at };
const heading = page.getByRole('heading', { name: 'Passkeys' });
const region = page.getByRole('region', { name: 'Passkeys' });

function answerAccount(shop: ShopApi): void {
  shop.answer('GET /user/wallet/entries*', { json: [] });
  shop.answer('GET /user/sessions', { json: [] });
  shop.answer('GET /user/logins', { json: [] });
  shop.answer(LIST, { json: [phone] });
}

loggedInTest('a shopper sees the passkeys, and removes one', async ({ shop }) => {
  answerAccount(shop);
  shop.answer('DELETE /user/passkeys/phone', { json: [] });
  await open('/account');
  await expect.element(region.getByRole('listitem')).toMatchTextContent('My phone');
  await expect.element(region.getByRole('listitem')).toMatchTextContent('Last used');
  const remove = button('Remove', region);
  await expect.element(remove).toHaveAccessibleDescription(/^My phone/);
  const calls = shop.watch('DELETE /user/passkeys/phone');
  await remove.click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Remove the passkey My phone?');
  await field('Your password').fill('old horse');
  await button('Remove the passkey').click();
  await expectToast(messages.passkeyRemoved, 'success');
  expect(calls.map(({ body }) => body)).toEqual([{ currentPassword: 'old horse' }]);
  await expectCount(region.getByRole('listitem'), 0);
  await expect.element(heading).toHaveFocus();
});

loggedInTest('adding one asks for the password', async ({ shop }) => {
  answerAccount(shop);
  shop.refuse('POST /user/passkeys/challenge', 400, messages.currentPasswordWrong, {
    code: 'CURRENT_PASSWORD_WRONG',
  });
  const calls = shop.watch('POST /user/passkeys/challenge');
  await open('/account');
  await button('Add a passkey').click();
  await expectToast(messages.currentPasswordRequired, 'warning');
  await expect.element(field('Password of your account')).toHaveFocus();
  expect(calls).toEqual([]);
  await field('Password of your account').fill('wrong horse');
  await button('Add a passkey').click();
  await expectToast(messages.currentPasswordWrong, 'error');
  await expect.element(field('Password of your account')).toHaveAttribute('aria-invalid', 'true');
});

loggedInTest(
  'a new password removes passkeys and codes, unless the shopper keeps what is named then',
  async ({ shop }) => {
    answerAccount(shop);
    const account = { username: shop.username, registeredAt: at, balance: 5_000, openOrders: 0 };
    shop.answer('GET /user', { json: { ...account, recoveryCodes: 7 } });
    shop.intercept('POST /user/password', () => new Response(null, { status: 204 }));
    const calls = shop.watch('POST /user/password');
    await open('/account');
    const choice = page.getByRole('checkbox', {
      name: 'Also remove 1 passkey and 7 recovery codes',
    });
    await expect.element(choice).toBeChecked();
    await expect.element(choice).toHaveAccessibleDescription(/^Whoever knew your password/);
    await choice.click();
    await expect
      .element(choice)
      .toHaveAccessibleDescription(/^Still valid .*: 1 passkey and 7 recovery codes\.$/);
    await changePassword();
    await expectToast(messages.passwordChanged, 'success');
    // The next change is a safe one again.
    await expect.element(choice).toBeChecked();
    shop.answer(LIST, { json: [] });
    shop.answer('GET /user', { json: { ...account, recoveryCodes: 0 } });
    await changePassword();
    await expectCount(choice, 0);
    await expectCount(region.getByRole('listitem'), 0);
    const passwords = { currentPassword: 'old horse', newPassword: 'new horse' };
    expect(calls.map(({ body }) => body)).toEqual([
      { ...passwords, keepPasskeysAndCodes: true },
      passwords,
    ]);
  },
);

async function changePassword(): Promise<void> {
  await fillIn({
    'Current password': 'old horse',
    'New password': 'new horse',
    'Confirm new password': 'new horse',
  });
  await button('Change password').click();
}

loggedInTest('where a backend has no passkeys, the page offers none', async ({ shop }) => {
  answerAccount(shop);
  shop.refuse(LIST, 404, 'Not found');
  await open('/account');
  await expectCount(button('Change password'), 1);
  await expectCount(page.getByRole('heading', { name: 'Recent logins' }), 1);
  await expectCount(heading, 0);
});
