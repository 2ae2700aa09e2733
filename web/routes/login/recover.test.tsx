/** The screen /login: a new password by a recovery code. */
import { page } from 'vitest/browser';
import * as messages from '../../../contract/messages.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  field,
  fillIn,
  open,
  test,
} from '../../testing/screen.tsx';

const RECOVERY = 'POST /auth/recovery';
const link = page.getByRole('link', { name: 'Use a recovery code' });
const labels = ['Username', 'Recovery code', 'New password', 'Confirm new password'];

async function send(texts: readonly string[]): Promise<void> {
  await fillIn(Object.fromEntries(labels.map((label, n) => [label, texts[n] ?? ''])));
  await button('Set new password').click();
}

test('a quiet link leads to the form, and another one back', async () => {
  await open('/login');
  await link.click();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Forgot your password?');
  await expect.element(field('Username')).toHaveFocus();
  await expect.element(field('Recovery code')).toHaveAccessibleDescription(/removes all passkeys/);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect.element(button('LOGIN TO QKART')).toBeVisible();
  await expect.element(field('Username')).toHaveFocus();
});

test('a code sets a new password, and the login knows the name', async ({ shop }) => {
  const calls = shop.watch(RECOVERY);
  shop.intercept(RECOVERY, () => new Response(null, { status: 204 }));
  await open('/login?recovery=1');
  await send(['somebody', '7kq2', 'new horse', 'new horse']);
  await expectToast(messages.passwordRecovered, 'success');
  await expectAddress('/login');
  await expect.element(field('Username')).toHaveValue('somebody');
  expect(calls.map(({ body }) => body)).toEqual([
    { username: 'somebody', code: '7kq2', newPassword: 'new horse' },
  ]);
});

const violations = [
  [['', '', '', ''], 'Username', messages.usernameRequired],
  [['some', '', '', ''], 'Username', messages.usernameTooShort],
  [['somebody', ' ', '', ''], 'Recovery code', messages.recoveryCodeRequired],
  [['somebody', '7KQ2', '', ''], 'New password', messages.passwordRequired],
  [['somebody', '7KQ2', 'short', ''], 'New password', messages.passwordTooShort],
  [['somebody', '7KQ2', 'new horse', ''], 'Confirm new password', messages.passwordsDiffer],
] as const;

test('the first rule that is broken is the only toast and marks its field', async ({ shop }) => {
  const calls = shop.watch(RECOVERY);
  await open('/login?recovery=1');
  for (const [texts, label, message] of violations) {
    await send(texts);
    await expectToast(message, 'warning');
    await expect.element(field(label)).toHaveFocus();
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(calls).toEqual([]);
});

test('a refusal marks the field that it is about; without an answer the outcome is unknown', async ({
  shop,
}) => {
  await open('/login?recovery=1');
  for (const [message, label, code] of [
    [messages.recoveryCodeWrong, 'Recovery code', 'RECOVERY_CODE_WRONG'],
    [messages.passwordGuessable, 'New password', 'PASSWORD_GUESSABLE'],
  ] as const) {
    shop.refuse(RECOVERY, 400, message, { code });
    await send(['somebody', '7KQ2', 'new horse', 'new horse']);
    await expectToast(message, 'error');
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  shop.cutOff(RECOVERY);
  await button('Set new password').click();
  await expectToast(messages.recoveryUnreachable, 'error');
});

test('where a backend has no recovery codes, they are not offered any more', async ({ shop }) => {
  shop.refuse(RECOVERY, 404, 'Not found');
  await open('/login?recovery=1');
  await send(['somebody', '7KQ2', 'new horse', 'new horse']);
  await expectToast(messages.recoveryMissing, 'error');
  await expectAddress('/login');
  await expectCount(link, 0);
});
