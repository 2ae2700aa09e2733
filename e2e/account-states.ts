/** The states of the screen /account. */
import type { Page } from '@playwright/test';
import { answer, cutOff } from './network.ts';
import { expect, expectToast, open } from './shop.ts';
import type { Shopper } from './shopper.ts';

const at = '2026-11-20T09:30:00.000Z';
const order = { id: '01a21462-bf36-7b22-ae53-000000000000', number: '20EB-50A9' };

export async function showAccount(page: Page): Promise<void> {
  await answer(page, 'GET /user/wallet/entries*', {
    headers: { link: '</api/v1/user/wallet/entries?cursor=1>; rel="next"' },
    json: [
      { id: '7', at, kind: 'payment', amount: -10, balance: 4993.9 },
      { id: '6', at, kind: 'gift', amount: 7, balance: 5003.9 },
      { id: '5', at, kind: 'refund', amount: 0.05, balance: 4996.9, order },
      { id: '4', at, kind: 'cancellation', amount: 2.1, balance: 4996.85, order },
      { id: '3', at, kind: 'order', amount: -3.15, balance: 4994.75, order },
      { id: '2', at, kind: 'order', amount: -2.1, balance: 4997.9, order },
    ],
  });
  await open(page, '/account');
  await expect(page.getByRole('row')).toHaveCount(7);
}

export async function refusePassword(page: Page): Promise<void> {
  await open(page, '/account');
  await page.getByLabel('Current password', { exact: true }).fill('wrong horse');
  await page.getByLabel('New password', { exact: true }).fill('battery staple');
  await page.getByLabel('Confirm new password', { exact: true }).fill('battery staple');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectToast(page, 'Current password is incorrect', 'error');
}

export async function showNewCodes(page: Page, { password }: Shopper): Promise<void> {
  await open(page, '/account');
  await page.getByRole('button', { name: 'Get recovery codes' }).click();
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Show new codes' }).click();
  await expect(page.getByRole('button', { name: 'I have kept them' })).toBeVisible();
}

export async function askToDelete(page: Page): Promise<void> {
  await open(page, '/account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

export async function cutOffDeletion(page: Page, { password }: Shopper): Promise<void> {
  await cutOff(page, 'DELETE /user');
  await askToDelete(page);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('We did not hear back.')).toBeVisible();
}

export async function refuseToDelete(page: Page): Promise<void> {
  const account = { username: 'somebody', registeredAt: at, balance: 4993.9, recoveryCodes: 7 };
  await answer(page, 'GET /user', { json: { ...account, openOrders: 2 } });
  await askToDelete(page);
  await expect(page.getByText('2 orders are not shipped yet')).toBeVisible();
}
