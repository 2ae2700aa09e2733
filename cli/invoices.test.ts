import { expect, test } from 'vitest';
import { formatDay } from '../contract/dates.ts';
import { formatNumber, numberOf } from '../server/shop/codes.ts';
import { replaceIdentity } from '../server/shop/identity/store.ts';
import { SETTLE_MS } from '../server/shop/invoices/issue.ts';
import { issueInvoices } from '../server/shop/orders/issuer.ts';
import { shoppingIn } from '../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

const shop = await openTestShop();
const { put, addAddress, checkout } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen <b>', costCents: 105 });
await replaceIdentity(shop.services, { name: 'Birch', locale: 'de-DE' });
const qkart = (...words: string[]) => runQkart(words, shop.database.env);

test('invoices and credit notes are listed, shown and printed', async () => {
  const shopper = await shop.shopper();
  await put(shopper, 'pen', 2);
  const addressId = await addAddress(shopper, 'Zoë & Co\n1 Long Road');
  const { orderId } = (await checkout(shopper, { addressId })).json();
  const number = formatNumber(numberOf(orderId));
  await qkart('orders', 'cancel', number);
  // Both have the same year, at any time of the clock.
  const at = shop.services.now();
  const year = new Date(at).getUTCFullYear();
  await shop.services.db.updateTable('orders').set({ placed_at: at }).execute();
  await shop.services.db.updateTable('order_changes').set({ made_at: at }).execute();
  shop.pass(SETTLE_MS + 60_000);
  await issueInvoices(shop.services);
  const list = JSON.parse((await qkart('invoices', 'list', '--json')).stdout);
  const common = { issued: expect.any(String), order: number, amount: 2.1, seller: 'Birch' };
  const [credit, invoice] = [
    { ...common, number: `${year}-000002`, document: 'credit note' },
    { ...common, number: `${year}-000001`, document: 'invoice' },
  ];
  expect(list).toMatchObject([{ ...credit, credits: invoice.number }, invoice]);
  expect((await qkart('invoices', 'list')).stdout).toContain(`\tCredit note\t${number}\t$2.10\t`);
  expect(JSON.parse((await qkart('invoices', 'show', invoice.number)).stdout)).toMatchObject({
    ...invoice,
    customer: shopper.username,
    address: 'Zoë & Co\n1 Long Road',
    lines: [{ name: 'Pen <b>', qty: 2, cost: 1.05, amount: 2.1 }],
  });
  const day = formatDay(new Date(at).toISOString().slice(0, 10), 'long', 'de-DE');
  const slips = (await qkart('orders', 'slips', '--status', 'cancelled')).stdout;
  expect(slips).toContain(`<p>Placed ${day}</p>`);
  const all = (await qkart('invoices', 'export')).stdout;
  expect(all.match(/<section>/g)).toHaveLength(2);
  const one = (await qkart('invoices', 'export', invoice.number)).stdout;
  expect(one.match(/<section>/g)).toHaveLength(1);
  for (const text of [
    `<h1>Invoice ${invoice.number}</h1>`,
    '<address>Zoë &amp; Co\n1 Long Road</address>',
    `<dt>Customer</dt><dd>${shopper.username}</dd>`,
    `<dd>${day}</dd>`,
    '<td>Pen &lt;b&gt;</td>',
    '$2.10',
  ]) {
    expect(one).toContain(text);
  }
  const none = { code: 0, stdout: '', stderr: 'There are no such invoices.\n' };
  expect(await qkart('invoices', 'export', '--since', '2100-01-01')).toEqual(none);
  expect(await qkart('invoices', 'list', '--since', '2100-01-01')).toEqual(none);
  const ofMonth = (month: string) => qkart('invoices', 'export', '--month', month);
  const month = new Date(shop.services.now()).toISOString().slice(0, 7);
  expect((await ofMonth(month)).stdout).toBe(all);
  expect(await ofMonth('2100-01')).toEqual(none);
  expect((await ofMonth('2100-13')).stderr).toContain('It must be a month, as 2026-11.');
  const { code, stderr } = await qkart('invoices', 'show', '2001-000001');
  expect([code, stderr]).toEqual([1, 'There is no invoice "2001-000001".\n']);
});
