/** The data about a person, and its erasure. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cancelOrderPath } from '../../contract/paths.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { SETTLE_MS } from '../../server/shop/invoices/issue.ts';
import { issueInvoices } from '../../server/shop/orders/issuer.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { startQkart } from '../shared/process.testing.ts';
import { openShopWithAccounts } from './accounts.testing.ts';

const { shop, accounts, statusOfCart } = await openShopWithAccounts();

test('export prints all data about a person', async () => {
  const { userId, username } = await shop.shopper();
  expect(JSON.parse((await accounts('export', username)).stdout)).toMatchObject({
    account: { id: userId, username },
    wallet: { balance: 5_000 },
  });
});

test('erase asks before it removes a person, or takes --yes', async () => {
  const shopper = await shop.shopper();
  expect(await accounts('erase', shopper.username)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Add --yes: nobody can be asked here.\nNothing was changed.\n',
  });
  expect(await statusOfCart(shopper)).toBe(200);
  expect(await accounts('erase', shopper.username, '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr: `"${shopper.username}" has $5000: add --paid-out if you have paid it out, or --forfeit to book it as income.\nNothing was changed.\n`,
  });
  const { stdout } = await accounts('erase', shopper.username, '--yes', '--paid-out');
  const sentence = `^Erased "${shopper.username}"\\. The orders are those of erased-[0-9a-f]{16} now\\. \\$5000 left the wallet \\(money paid out\\)\\.\\n$`;
  expect(stdout).toMatch(new RegExp(sentence));
  expect(await statusOfCart(shopper)).toBe(401);
});

test('erase says which documents keep the address, and until when', async () => {
  const { put, addAddress, checkout } = shoppingIn(shop);
  await replaceIdentity(shop.services, { name: 'Birch' });
  await shop.sell({ id: 'pen' });
  const shopper = await shop.shopper();
  await put(shopper, 'pen', 1);
  const addressId = await addAddress(shopper);
  const { orderId } = (await checkout(shopper, { addressId })).json();
  await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
  shop.pass(SETTLE_MS + 1_000);
  await issueInvoices(shop.services);
  const { stdout } = await accounts('erase', shopper.username, '--yes', '--paid-out');
  const until = new Date(shop.services.now()).getUTCFullYear() + 10;
  const sentence = `2 invoices and credit notes keep the address of the order until ${until}-12-31.`;
  expect(stdout).toContain(sentence);
  expect((await accounts('erase', '--help')).stdout).toContain('documentYears, 10 unless set');
});

const hasTerminals = existsSync('/usr/bin/script');

test.skipIf(!hasTerminals)('Ctrl+C at the question of erase: nothing was changed', async () => {
  const shopper = await shop.shopper();
  // Runs the command in a terminal.
  const launcher = ['sh', '-c', 'exec script -qec "$*" /dev/null', 'sh'];
  const words = ['accounts', 'erase', shopper.username];
  const child = startQkart(words, shop.database.env, { launcher });
  let shown = '';
  child.stdout?.on('data', (text) => {
    const wasAsked = shown.includes('again to erase');
    shown += text;
    if (!wasAsked && shown.includes('again to erase')) child.stdin?.write('\x03');
  });
  const { code, stdout } = await child.outcome;
  expect([code, stdout]).toEqual([130, expect.stringContaining('\r\nNothing was changed.\r\n')]);
  expect(await statusOfCart(shopper)).toBe(200);
});
