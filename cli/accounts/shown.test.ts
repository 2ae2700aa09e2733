/** What is printed of accounts, and how one is named. */
import { expect, test } from 'vitest';
import { formatNumber, numberOf } from '../../server/shop/codes.ts';
import { ISO, linesOf } from '../shared/printed.testing.ts';
import { runQkart } from '../shared/process.testing.ts';
import { openShopWithAccounts } from './accounts.testing.ts';

const { shop, accounts, orderLamp, statusOfCart } = await openShopWithAccounts();

test('list prints every account with balance and orders', async () => {
  const [shopper, other] = [await shop.shopper(), await shop.shopper()];
  await orderLamp(shopper, '1 High Street');
  const { username: name, userId: id } = shopper;
  const [header, ...lines] = linesOf((await accounts('list')).stdout);
  expect(header).toBe('name\tsince (UTC)\tbalance\torders\tlast order (UTC)\tid');
  expect(lines).toContain(`${name}\tTIME\t$4987.50\t1\tTIME\t${id}`);
  expect(lines).toContain(`${other.username}\tTIME\t$5000\t0\t\t${other.userId}`);
  const asJson: unknown[] = JSON.parse((await accounts('list', '--json')).stdout);
  expect(asJson).toContainEqual({
    id,
    name,
    since: ISO,
    balance: 4987.5,
    orders: 1,
    lastOrder: ISO,
  });
  expect(asJson).toHaveLength(lines.length - 1);
});

test('show prints addresses, sessions and orders, and finds the name in any case', async () => {
  const shopper = await shop.shopper();
  const address = '1 High Street\n\x1b[2JLondon';
  const id = await orderLamp(shopper, address);
  const number = formatNumber(numberOf(id));
  const name = shopper.username.toUpperCase();
  expect(linesOf((await accounts('show', name)).stdout)).toEqual([
    `name      ${shopper.username}`,
    `id        ${shopper.userId}`,
    'since     TIME UTC',
    'balance   $4987.50',
    'address   1 High Street \\u{1b}[2JLondon',
    'sessions  1, until TIME UTC at the latest',
    'recovery  no codes',
    'orders    1',
    'order\tplaced (UTC)\ttotal',
    `${number}\tTIME\t$12.50`,
    '',
  ]);
  expect(JSON.parse((await accounts('show', name, '--json')).stdout)).toEqual({
    id: shopper.userId,
    name: shopper.username,
    since: ISO,
    balance: 4987.5,
    orders: 1,
    lastOrder: ISO,
    addresses: [address],
    recoveryCodes: 0,
    sessionEnds: [ISO],
    recentOrders: [{ id, number, placed: ISO, total: 12.5 }],
  });
});

test('every command takes the id of an account, whatever its name is', async () => {
  const shopper = await shop.shopper('odd\u202ename\x1b[2J');
  const { userId: id, username } = shopper;
  const shown = await accounts('show', id);
  expect(shown.stdout).toContain('name      odd\\u{202e}name\\u{1b}[2J\n');
  for (const words of [
    ['show', id, '--json'],
    ['export', id],
    ['list', '--json'],
  ]) {
    const { stdout } = await accounts(...words);
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(username));
  }
  const quoted = '"odd\\u202ename\\u001b[2J"';
  expect((await accounts('end-sessions', id)).stdout).toBe(`Ended 1 session of ${quoted}.\n`);
  expect(await accounts('credit', id, '5', '--note', 'x')).toMatchObject({ code: 0 });
  expect(await accounts('reset-password', id)).toMatchObject({ code: 0 });
  const customer = await runQkart(['orders', 'list', '--customer', id], shop.database.env);
  expect(customer.stderr).toBe('There are no such orders.\n');
  expect(await accounts('erase', id, '--yes', '--forfeit')).toMatchObject({ code: 0 });
  expect((await accounts('show', id)).stdout).toMatch(/^name {6}erased-/);
});

test('an id that is the name of another account is refused', async () => {
  const victim = await shop.shopper();
  const other = await shop.shopper(victim.userId);
  const { code, stderr } = await accounts('erase', victim.userId, '--yes');
  expect([code, stderr]).toEqual([
    1,
    `"${victim.userId}" is the id of the account "${victim.username}", and the name of ${other.userId}: use that name, or that id.\nNothing was changed.\n`,
  ]);
  expect(await statusOfCart(victim)).toBe(200);
});

test.each([
  ['show'],
  ['export'],
  ['reset-password'],
  ['end-sessions'],
  ['credit', '5', '--note', 'x'],
  ['debit', '5', '--note', 'x'],
  ['ledger'],
  ['erase', '--yes'],
])('%s with an unknown name is a failure', async (command, ...words) => {
  const { code, stdout, stderr } = await accounts(command, 'nobody\x1b[2J', ...words);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^There is no account "nobody\\u001b\[2J"\.\n(Nothing was changed\.\n)?$/);
});
