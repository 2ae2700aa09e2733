/** The screen /account: recovery codes, the download of all data, and the deletion of the account. */
import { vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as messages from '../../../contract/messages.ts';
import type { Account } from '../../../contract/personal-data.ts';
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
} from '../../testing/screen.tsx';

const dialog = page.getByRole('dialog');
const codes = Array.from({ length: 10 }, (_, n) => `7KQ2-M9XD-04TN-Z8RC-H5VB-000${n}`);

function hasAccount(shop: ShopApi, account: Partial<Account> = {}): void {
  const registeredAt = '2026-11-11T10:00:00.000Z';
  const of = { username: shop.username, registeredAt, balance: 4_997.9 };
  shop.answer('GET /user', { json: { ...of, openOrders: 0, recoveryCodes: 0, ...account } });
  shop.answer('GET /user/wallet/entries*', { json: [] });
  shop.answer('GET /user/sessions', { json: [] });
  shop.answer('GET /user/logins', { json: [] });
}

/** The files that the page lets the browser save: name and content. */
function watchFiles() {
  const files: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    if (blob instanceof Blob) blobs.set(url, blob);
    return url;
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.get(this.href);
    files.push({ name: this.download, text: blob?.text() ?? Promise.resolve('') });
  });
  return { files, stop: () => [create, click].forEach((spy) => void spy.mockRestore()) };
}

async function askToDelete(): Promise<void> {
  await open('/account');
  await button('Delete account').click();
  await expect.element(dialog).toBeVisible();
}

async function confirm(label: string): Promise<void> {
  await fillIn({ 'Your password': 'old horse' });
  await dialog.getByRole('button', { name: label }).click();
}

loggedInTest('where a backend has no such calls, they are not offered', async ({ shop }) => {
  hasAccount(shop);
  shop.refuse('GET /user', 404, 'Not found');
  await open('/account');
  await expect.element(page.getByRole('region', { name: 'Sessions' })).toBeVisible();
  await expectCount(page.getByRole('region', { name: 'Recovery codes' }), 0);
  await expectCount(page.getByRole('region', { name: 'Your data' }), 0);
});

loggedInTest('a shopper downloads all data as a file', async ({ shop }) => {
  hasAccount(shop);
  shop.answer('GET /user/export', { json: { account: { username: 'somebody' } } });
  const { files, stop } = watchFiles();
  await open('/account');
  await button('Download my data').click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['somebody.json']);
  expect(JSON.parse((await files[0]?.text) ?? '')).toEqual({ account: { username: 'somebody' } });
  stop();
});

loggedInTest('a download that fails is said', async ({ shop }) => {
  hasAccount(shop);
  shop.cutOff('GET /user/export');
  await open('/account');
  await button('Download my data').click();
  await expectToast(`Could not download your data. ${CHECK}`, 'error');
});

loggedInTest(
  'a shopper deletes the account after it has said what is lost, and is logged out',
  async ({ shop }) => {
    hasAccount(shop);
    const calls = shop.watch('DELETE /user');
    shop.answer('DELETE /user', { json: { forfeited: 4_997.9 } });
    await askToDelete();
    await expect.element(field('Your password')).toHaveFocus();
    await expect.element(dialog).toMatchTextContent('Your wallet has $4997.90');
    await confirm('Delete for good');
    await expectToast(messages.accountDeleted, 'success');
    await expectAddress('/login');
    expect(localStorage.length).toBe(0);
    expect(calls.map(({ body }) => body)).toEqual([
      { currentPassword: 'old horse', forfeit: 4_997.9 },
    ]);
  },
);

loggedInTest('what invoices keep is said before the account is deleted', async ({ shop }) => {
  hasAccount(shop);
  await askToDelete();
  await expect.element(dialog).not.toMatchTextContent('Invoices');
  await userEvent.keyboard('{Escape}');
  hasAccount(shop, { documents: { count: 2, keptUntil: '2036-12-31' } });
  await button('Delete account').click();
  await expect.element(dialog).toMatchTextContent('keep the address of their order');
  await expect.element(dialog).toMatchTextContent('until the end of 2036');
});

loggedInTest('an account with an open order can only be kept', async ({ shop }) => {
  hasAccount(shop, { openOrders: 2 });
  await askToDelete();
  await expect.element(dialog).toMatchTextContent('2 orders are not shipped yet');
  await expectCount(dialog.getByLabelText('Your password'), 0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectCount(dialog, 0);
  await expect.element(button('Delete account')).toHaveFocus();
});

loggedInTest('what was refused is said, and nothing is deleted', async ({ shop }) => {
  hasAccount(shop);
  shop.refuse('DELETE /user', 400, messages.currentPasswordWrong, {
    code: 'CURRENT_PASSWORD_WRONG',
  });
  await askToDelete();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expectToast(messages.currentPasswordRequired, 'warning');
  await confirm('Delete for good');
  await expectToast(messages.currentPasswordWrong, 'error');
  await expect.element(field('Your password')).toHaveAttribute('aria-invalid', 'true');
  shop.refuse('DELETE /user', 409, messages.walletHas('$4999'));
  hasAccount(shop, { balance: 4_999 });
  await confirm('Delete for good');
  await expectToast(messages.walletHas('$4999'), 'error');
  await expect.element(dialog).toMatchTextContent('Your wallet has $4999');
  await userEvent.keyboard('{Escape}');
  await expectCount(dialog, 0);
  expect(localStorage.getItem('token')).toBe(shop.token);
});

loggedInTest('a deletion without an answer is said to be unknown', async ({ shop }) => {
  hasAccount(shop);
  shop.cutOff('DELETE /user');
  await askToDelete();
  await confirm('Delete for good');
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(messages.accountDeletionUnknown);
  expect(localStorage.getItem('token')).toBe(shop.token);
});

loggedInTest('new recovery codes are shown once, and can be saved', async ({ shop }) => {
  hasAccount(shop, { recoveryCodes: 3, recoveryCodesMadeAt: '2026-11-11T12:00:00.000Z' });
  const calls = shop.watch('POST /user/recovery-codes');
  shop.answer('POST /user/recovery-codes', { status: 201, json: { codes } });
  const { files, stop } = watchFiles();
  const region = page.getByRole('region', { name: 'Recovery codes' });
  await open('/account');
  await expect.element(region).toMatchTextContent('3 of 10 codes are left.');
  await expect.element(region).toMatchTextContent('They were made on November 11, 2026');
  await button('Replace recovery codes').click();
  await expect.element(dialog).toMatchTextContent('The ones that you have stop working.');
  await confirm('Show new codes');
  await expectCount(region.getByRole('listitem'), 10);
  await expect.element(page.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus();
  await button('Save as text').click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['somebody-recovery-codes.txt']);
  for (const code of codes) expect(await files[0]?.text).toContain(code);
  stop();
  await button('I have kept them').click();
  await expectCount(region.getByRole('listitem'), 0);
  expect(calls.map(({ body }) => body)).toEqual([{ currentPassword: 'old horse' }]);
});

loggedInTest('codes that did not arrive may have replaced the old ones', async ({ shop }) => {
  hasAccount(shop);
  shop.cutOff('POST /user/recovery-codes');
  await open('/account');
  await button('Get recovery codes').click();
  await confirm('Show new codes');
  await expectToast(messages.newCodesUnreachable, 'error');
  await expect.element(dialog).toBeVisible();
});
