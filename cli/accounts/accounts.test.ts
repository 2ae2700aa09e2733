import { existsSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { expectLedgerBalanced } from '../../server/operations/audit/audit.testing.ts';
import { openStorage } from '../../server/platform/storage/open.ts';
import { formatNumber, numberOf } from '../../server/shop/orders/number.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestDatabase, openTestFolder } from '../../server/testing/test-database.ts';
import { openTestShop, PASSWORD, type TestShopper } from '../../server/testing/test-shop.ts';
import { runQkart, startQkart } from '../process.testing.ts';

// The commands run while this shop is open.
const shop = await openTestShop();
const { addAddress, balance, checkout, put } = shoppingIn(shop);
await shop.sell({ id: 'lamp', costCents: 1_250 });

const accounts = (...words: string[]) => runQkart(['accounts', ...words], shop.database.env);
const login = ({ username }: TestShopper, password: string) =>
  shop.call('POST', paths.login, { body: { username, password } });
const statusOfCart = async (as: TestShopper) =>
  (await shop.call('GET', paths.cart, { as })).statusCode;

/** @returns the order's id */
async function orderLamp(shopper: TestShopper, address: string): Promise<string> {
  const addressId = await addAddress(shopper, address);
  await put(shopper, 'lamp', 1);
  return (await checkout(shopper, { addressId })).json().orderId;
}

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** The lines of a text, with TIME for each time. */
const linesOf = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME').split('\n');

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

describe('reset-password', () => {
  test('prints a random password, with which the shopper logs in, and ends all sessions', async () => {
    const shopper = await shop.shopper();
    expect(await statusOfCart(shopper)).toBe(200);
    const { stdout, stderr } = await accounts('reset-password', shopper.username);
    expect(stderr).toBe(`"${shopper.username}" has a new password; ended 1 session.\n`);
    expect(stdout).toMatch(/^[a-z2-9]{16}\n$/);
    expect(await statusOfCart(shopper)).toBe(401);
    expect((await login(shopper, PASSWORD)).statusCode).toBe(400);
    expect((await login(shopper, stdout.trim())).statusCode).toBe(201);
  });

  test('--stdin reads the password, and prints none; one that is too short is refused', async () => {
    const shopper = await shop.shopper();
    const words = ['accounts', 'reset-password', shopper.username, '--stdin'];
    const { env } = shop.database;
    expect(await runQkart(words, env, 'short')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Password must be at least 6 characters (account "${shopper.username}").\nNothing was changed.\n`,
    });
    const child = startQkart(words, env);
    child.stdin?.end('from a file \n');
    expect(await child.outcome).toMatchObject({ code: 0, stdout: '' });
    expect((await login(shopper, 'from a file ')).statusCode).toBe(201);
  });
});

test('end-sessions: the running shop refuses the tokens at once', async () => {
  const shopper = await shop.shopper();
  expect(await statusOfCart(shopper)).toBe(200);
  const stdout = `Ended 1 session of "${shopper.username}".\n`;
  expect(await accounts('end-sessions', shopper.username)).toEqual({ code: 0, stdout, stderr: '' });
  expect(await statusOfCart(shopper)).toBe(401);
});

test('credit puts money into a wallet, and the shopper sees it at once', async () => {
  const shopper = await shop.shopper();
  const { username } = shopper;
  const stdout = `Credited $12.50 to "${username}". The balance is $5012.50.\n`;
  const credited = await accounts('credit', username, '12.5', '--note', 'A gift');
  expect(credited).toEqual({ code: 0, stdout, stderr: '' });
  expect(await balance(shopper)).toBe(5_012.5);
  await expectLedgerBalanced(shop.services.db);
});

test('debit, received money, keys and the ledger', async () => {
  const { username } = await shop.shopper();
  const paid = ['credit', username, '20', '--note', 'Cash', '--paid', '--key', 'receipt-7'];
  const balance = 'The balance is $5020.\n';
  expect((await accounts(...paid)).stdout).toBe(`Credited $20 to "${username}". ${balance}`);
  expect((await accounts(...paid)).stdout).toBe(
    `Credited $20 to "${username}" before; nothing was changed now. ${balance}`,
  );
  expect((await accounts('debit', username, '20.01', '--note', 'Back')).stdout).toBe(
    `Debited $20.01 from "${username}". The balance is $4999.99.\n`,
  );
  expect(await accounts('debit', username, '6000', '--note', 'Back')).toEqual({
    code: 1,
    stdout: '',
    stderr: `Not have enough balance (account "${username}").\nNothing was changed.\n`,
  });
  expect(linesOf((await accounts('ledger', username)).stdout)).toEqual([
    'at (UTC)\tamount\tbalance\twhat\tnote',
    'TIME\t$5000\t$5000\tgrant\t',
    'TIME\t$20\t$5020\tmoney received\tCash',
    'TIME\t-$20.01\t$4999.99\tgrant taken back\tBack',
    '',
  ]);
  const [, received] = JSON.parse((await accounts('ledger', username, '--json')).stdout);
  expect(received).toMatchObject({ at: ISO, amount: 20, balance: 5_020, note: 'Cash' });
});

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
  const sentence = `^Erased "${shopper.username}"\\. The orders are those of erased-[0-9a-f]{16} now\\. \\$5000 left the wallet\\.\\n$`;
  expect(stdout).toMatch(new RegExp(sentence));
  expect(await statusOfCart(shopper)).toBe(401);
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

test.each([
  ['somebody', '12.345', '--note', 'x'],
  ['somebody', '5'],
  ['somebody', '5', '--note', ''],
])('credit %s %s %s is wrong usage', async (...words) => {
  const { code, stderr } = await accounts('credit', ...words);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: /)]);
});

test('an empty shop has no accounts', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  await openStorage({ ...options, exclusive: false }).then((storage) => storage.close());
  const stderr = 'There are no accounts.\n';
  expect(await runQkart(['accounts', 'list'], env)).toEqual({ code: 0, stdout: '', stderr });
  expect(JSON.parse((await runQkart(['accounts', 'list', '--json'], env)).stdout)).toEqual([]);
});

test('a shop of another version is refused, and not migrated', async () => {
  const { env, options } = await openTestDatabase(onTestFinished);
  const storage = await openStorage({ ...options, exclusive: false });
  onTestFinished(() => storage.close());
  const migrations = sql<{ name: string }>`select name from kysely_migration order by name desc`;
  const { rows } = await migrations.execute(storage.db);
  const last = rows[0]?.name ?? '';
  await sql`delete from kysely_migration where name = ${last}`.execute(storage.db);
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'end-sessions', 'nobody'],
    ['catalogue', 'count'],
    ['catalogue', 'import', '/nowhere/a.csv'],
  ]) {
    expect(await runQkart(words, env)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The database .*shop\.db is of another version: it is at /),
    });
  }
  expect((await migrations.execute(storage.db)).rows).toEqual(rows.slice(1));
});

test('a data folder that cannot be read is not said to have no shop', async () => {
  const folder = join(await openTestFolder(onTestFinished), 'loop');
  await symlink('loop', folder);
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'end-sessions', 'ada'],
    ['catalogue', 'import', '/nowhere/a.csv'],
  ]) {
    expect(await runQkart(words, { DATA_DIR: folder })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The data folder .*loop can't be read: .*\.\n/),
    });
  }
});

test('a shop that does not exist is not created', async () => {
  const DATA_DIR = join(await openTestFolder(onTestFinished), 'nowhere');
  for (const words of [
    ['accounts', 'list'],
    ['accounts', 'show', 'ada'],
    ['accounts', 'end-sessions', 'ada'],
    ['catalogue', 'count'],
    ['catalogue', 'update', '/nowhere/a.csv'],
  ]) {
    const { code, stderr } = await runQkart(words, { DATA_DIR });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`There is no shop in ${DATA_DIR}.\n`),
    ]);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});
