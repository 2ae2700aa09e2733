/** The screen /account: the wallet's statement and the change of the password. */
import { page } from 'vitest/browser';
import type { LoginEvent, SessionEntry } from '../../../contract/account.ts';
import * as messages from '../../../contract/messages.ts';
import type { WalletEntry } from '../../../contract/wallet.ts';
import { CHECK, type ShopApi } from '../../testing/api.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  field,
  fillIn,
  loggedInTest,
  open,
  test,
} from '../../testing/screen.tsx';

const STATEMENT = 'GET /user/wallet/entries*';
const CHANGE = 'POST /user/password';
const rows = () => page.getByRole('row');

function moves(shop: ShopApi): void {
  const at = '2026-11-11T10:00:00.000Z';
  const order = { id: 'one', number: '20EB-50A9' };
  const entries: WalletEntry[] = [
    { id: '3', at, kind: 'cancellation', amount: 2.1, balance: 5000, order },
    { id: '2', at, kind: 'order', amount: -2.1, balance: 4997.9, order },
  ];
  const oldest: WalletEntry = { id: '1', at, kind: 'gift', amount: 5000, balance: 5000 };
  const [startedAt, expiresAt] = [at, '2026-12-11T10:00:00.000Z'];
  const session = { id: 'own', browser: 'Firefox on Linux', startedAt, expiresAt, current: true };
  const phone = { ...session, id: 'phone', browser: 'Chrome on Android', current: false };
  const old = { ...session, id: 'old', browser: '', current: false };
  const sessions: SessionEntry[] = [phone, session, old];
  const logins: LoginEvent[] = [
    { kind: 'failed', count: 3, browser: '', lastAt: at },
    { kind: 'new-device', count: 1, browser: 'Chrome on Android', lastAt: at },
    { kind: 'passkey-removed', count: 1, browser: 'Chrome on Android', lastAt: at },
    { kind: 'codes-made', count: 1, browser: 'Chrome on Android', lastAt: at },
  ];
  shop.answer('GET /user/logins', { json: logins });
  shop.answer('DELETE /user/sessions/phone', { json: [session, old] });
  shop.answer('GET /user/sessions', { json: sessions });
  shop.answer('DELETE /user/sessions', { json: [session] });
  shop.intercept(STATEMENT, ({ parameters }) => {
    const isFirst = !parameters.has('cursor');
    const link = '</api/v1/user/wallet/entries?cursor=2>; rel="next"';
    return Response.json(isFirst ? entries : [oldest], { headers: isFirst ? { link } : {} });
  });
}

async function send(texts: [string, string, string]): Promise<void> {
  const labels = ['Current password', 'New password', 'Confirm new password'];
  await fillIn(Object.fromEntries(labels.map((label, n) => [label, texts[n] ?? ''])));
  await button('Change password').click();
}

/** Answers the question for the password, whose button has this label. */
async function prove(label: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect.element(field('Your password')).toHaveFocus();
  await field('Your password').fill('old horse');
  await button(label, dialog).click();
}

test('without a token the account leads to /login', async () => {
  await open('/account');
  await expectAddress('/login');
});

loggedInTest('the orders lead to the account, and it back to them', async () => {
  await open('/orders');
  await page.getByRole('link', { name: 'Your account' }).click();
  await expectAddress('/account');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Your account');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await page.getByRole('link', { name: 'Your orders', exact: true }).click();
  await expectAddress('/orders');
});

loggedInTest(
  'the wallet shows each movement, what it was for and the balance after it; older ones on request',
  async ({ shop }) => {
    moves(shop);
    await open('/account');
    await expectCount(rows(), 3);
    await expect.element(rows().nth(1)).toMatchTextContent('Cancelled order 20EB-50A9');
    await expect.element(rows().nth(1)).toMatchTextContent('+$2.10$5000');
    await expect.element(rows().nth(2)).toMatchTextContent('−$2.10$4997.90');
    await button('Show more movements').click();
    await expectCount(rows(), 4);
    await expect.element(rows().nth(3)).toMatchTextContent('Credit from the shop');
    await expectCount(button('Show more movements'), 0);
  },
);

loggedInTest('an amount stays on one line on a narrow phone', async ({ shop }) => {
  const at = '2026-11-11T10:00:00.000Z';
  const order = { id: 'one', number: '20EB-50A9' };
  const entry: WalletEntry = {
    id: '2',
    at,
    kind: 'order',
    amount: -4354.93,
    balance: 645.07,
    order,
  };
  moves(shop);
  shop.answer(STATEMENT, { json: [entry] });
  await page.viewport(320, 800);
  await open('/account');
  await expectCount(rows(), 2);
  for (const cell of page.getByRole('cell').elements()) {
    const text = document.createRange();
    text.selectNodeContents(cell);
    expect(text.getClientRects(), cell.textContent).toHaveLength(1);
  }
});

loggedInTest('a statement that fails is said, and can be retried', async ({ shop }) => {
  moves(shop);
  shop.cutOff(STATEMENT);
  await open('/account');
  await expectToast(`Could not fetch your wallet. ${CHECK}`, 'error');
  shop.restore();
  moves(shop);
  await button('Try again').click();
  await expectCount(rows(), 3);
});

loggedInTest(
  'where a backend has no accounts, the page shows the balance alone',
  async ({ shop }) => {
    shop.refuse(STATEMENT, 404, 'Not found');
    await open('/account');
    await expect.element(page.getByText('Balance: $5000')).toBeVisible();
    await expectCount(button('Change password'), 0);
    await expectCount(page.getByRole('heading', { level: 2 }), 1);
  },
);

const violations = [
  [['', '', ''], 'Current password', 'Current password is a required field'],
  [['old horse', '', ''], 'New password', 'Password is a required field'],
  [['old horse', 'short', ''], 'New password', 'Password must be at least 6 characters'],
  [['old horse', 'new horse', ''], 'Confirm new password', 'Passwords do not match'],
  [['old horse', 'old horse', 'old horse'], 'New password', messages.passwordUnchanged],
] as const;

loggedInTest(
  'the first rule that is broken is the only toast and marks its field',
  async ({ shop }) => {
    moves(shop);
    const calls = shop.watch(CHANGE);
    await open('/account');
    for (const [texts, label, message] of violations) {
      await send([...texts]);
      await expectToast(message, 'warning');
      await expect.element(field(label)).toHaveFocus();
      await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
    }
    expect(calls).toEqual([]);
  },
);

loggedInTest('a changed password is said, and the fields are empty again', async ({ shop }) => {
  moves(shop);
  const calls = shop.watch(CHANGE);
  const answering = shop.hold(CHANGE);
  shop.intercept(CHANGE, async (_sent, next) => {
    await next();
    return new Response(null, { status: 204 });
  });
  await open('/account');
  await send(['old horse', 'new horse', 'new horse']);
  await expect.element(button('Changing password')).toBeVisible();
  answering.release();
  await expectToast('Password changed. Other sessions have ended.', 'success');
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    await expect.element(field(label)).toHaveValue('');
  }
  expect(calls.map(({ body }) => body)).toEqual([
    { currentPassword: 'old horse', newPassword: 'new horse' },
  ]);
});

loggedInTest('a refusal marks the field that it is about', async ({ shop }) => {
  moves(shop);
  await open('/account');
  for (const [message, label, code] of [
    ['Current password is incorrect', 'Current password', 'CURRENT_PASSWORD_WRONG'],
    ['Choose a password that is harder to guess', 'New password', 'PASSWORD_GUESSABLE'],
  ] as const) {
    shop.refuse(CHANGE, 400, message, { code });
    await send(['old horse', 'new horse', 'new horse']);
    await expectToast(message, 'error');
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  shop.cutOff(CHANGE);
  await button('Change password').click();
  await expectToast(`Could not change your password. ${CHECK}`, 'error');
});

loggedInTest('a shopper logs out everywhere else', async ({ shop }) => {
  moves(shop);
  const calls = shop.watch('DELETE /user/sessions');
  await open('/account');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expectCount(sessions.getByRole('listitem'), 3);
  await expect.element(sessions.getByRole('listitem').nth(1)).toMatchTextContent('this session');
  await button('Log out everywhere else').click();
  await prove('Log out');
  await expectToast('You are logged out everywhere else.', 'success');
  await expectCount(sessions.getByRole('listitem'), 1);
  await expectCount(button('Log out everywhere else'), 0);
  await expect.element(page.getByRole('heading', { name: 'Sessions' })).toHaveFocus();
  expect(calls.map(({ body }) => body)).toEqual([{ currentPassword: 'old horse' }]);
});

loggedInTest('a wrong password ends no session, and is asked for again', async ({ shop }) => {
  moves(shop);
  shop.refuse('DELETE /user/sessions', 400, messages.currentPasswordWrong, {
    code: 'CURRENT_PASSWORD_WRONG',
  });
  await open('/account');
  await button('Log out everywhere else').click();
  await button('Log out', page.getByRole('dialog')).click();
  await expectToast(messages.currentPasswordRequired, 'warning');
  await prove('Log out');
  await expectToast(messages.currentPasswordWrong, 'error');
  await expect.element(field('Your password')).toHaveAttribute('aria-invalid', 'true');
  await button('Keep as it is').click();
  await expectCount(page.getByRole('dialog'), 0);
  await expect.element(button('Log out everywhere else')).toHaveFocus();
  await expectCount(page.getByRole('region', { name: 'Sessions' }).getByRole('listitem'), 3);
});

loggedInTest('a shopper sees where each session is, and logs out of one', async ({ shop }) => {
  moves(shop);
  await open('/account');
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect.element(sessions.nth(0)).toMatchTextContent('Chrome on Android');
  await expect.element(sessions.nth(1)).toMatchTextContent('Firefox on Linux (this session)');
  await expect.element(sessions.nth(2)).toMatchTextContent('Unknown browser');
  await expectCount(sessions.nth(1).getByRole('button'), 0);
  const logOut = sessions.nth(0).getByRole('button', { name: 'Log out' });
  await expect.element(logOut).toHaveAccessibleDescription(/^Chrome on Android/);
  await logOut.click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Chrome on Android');
  await prove('Log out');
  await expectToast('That session has ended.', 'success');
  await expectCount(sessions, 2);
  await expect.element(page.getByRole('heading', { name: 'Sessions' })).toHaveFocus();
});

loggedInTest('failed logins, new devices and changed ways in are listed', async ({ shop }) => {
  moves(shop);
  await open('/account');
  const logins = page.getByRole('region', { name: 'Recent logins' });
  await expect.element(logins.getByRole('listitem').nth(0)).toMatchTextContent('3 failed logins');
  const device = logins.getByRole('listitem').nth(1);
  await expect.element(device).toMatchTextContent('Login from a new device');
  await expect.element(device).toMatchTextContent('Chrome on Android');
  await expect.element(logins).toMatchTextContent('Passkey removed');
  await expect.element(logins).toMatchTextContent('New recovery codes');
});

loggedInTest('where a backend lists no logins, the page does not either', async ({ shop }) => {
  moves(shop);
  shop.refuse('GET /user/logins', 404, 'Not found');
  await open('/account');
  await expectCount(button('Change password'), 1);
  await expectCount(button('Log out everywhere else'), 1);
  await expectCount(page.getByRole('heading', { name: 'Recent logins' }), 0);
});

loggedInTest('sessions that could not be ended are still listed', async ({ shop }) => {
  moves(shop);
  shop.cutOff('DELETE /user/sessions');
  await open('/account');
  await button('Log out everywhere else').click();
  await prove('Log out');
  await expectToast(`Could not log you out elsewhere. ${CHECK}`, 'error');
  await button('Keep as it is').click();
  await expectCount(button('Log out everywhere else'), 1);
});
