import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { openTestDatabase, openTestFolder } from '../../server/testing/test-database.ts';
import { openTestShop, PASSWORD, type TestShopper } from '../../server/testing/test-shop.ts';
import { COMMAND_TEST_TIMEOUT_MS, runQkart } from '../process.testing.ts';

vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });
// The commands run while this shop is open.
const shop = await openTestShop();
await shop.sell({ id: 'lamp', costCents: 1_250 });

const accounts = (words: readonly string[], surroundings: Parameters<typeof runQkart>[1] = {}) =>
  runQkart(['accounts', ...words], { env: shop.database.env, ...surroundings });
const login = ({ username }: TestShopper, password: string) =>
  shop.call('POST', paths.login, { body: { username, password } });
const statusOfCart = async (as: { token: string }) =>
  (await shop.call('GET', paths.cart, { as })).statusCode;

/** Orders one lamp to this address. @returns the order's id */
async function order(as: TestShopper, address: string): Promise<string> {
  const saving = shop.call('POST', paths.addresses, { as, body: { address } });
  const [{ _id: addressId }] = (await saving).json();
  await shop.call('POST', paths.cart, { as, body: { productId: 'lamp', qty: 1 } });
  return (await shop.call('POST', paths.checkout, { as, body: { addressId } })).json().orderId;
}

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MINUTE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;

test('list prints every account with balance and orders', async () => {
  const [shopper, other] = [await shop.shopper(), await shop.shopper()];
  await order(shopper, '1 High Street');
  const { code, stdout, stderr } = await accounts(['list']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^name\tsince \(UTC\)\tbalance\torders\tlast order \(UTC\)\n/);
  expect(stdout).toMatch(
    new RegExp(`^${shopper.username}\t${MINUTE}\t\\$4987\\.50\t1\t${MINUTE}$`, 'm'),
  );
  expect(stdout).toMatch(new RegExp(`^${other.username}\t${MINUTE}\t\\$5000\t0\t$`, 'm'));

  const asJson: unknown[] = JSON.parse((await accounts(['list', '--json'])).stdout);
  expect(asJson).toContainEqual({
    name: shopper.username,
    since: ISO,
    balance: 4987.5,
    orders: 1,
    lastOrder: ISO,
  });
  expect(asJson).toHaveLength(stdout.trim().split('\n').length - 1);
});

test('show prints addresses, sessions and orders, and finds the name in any case', async () => {
  const shopper = await shop.shopper();
  const id = await order(shopper, '1 High Street\n\x1b[2JLondon');
  const name = shopper.username.toUpperCase();
  const { code, stdout, stderr } = await accounts(['show', name]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    new RegExp(
      [
        `^name      ${shopper.username}`,
        `since     ${MINUTE} UTC`,
        String.raw`balance   \$4987\.50`,
        String.raw`address   1 High Street \[2JLondon`,
        `sessions  1, until ${MINUTE} UTC at the latest`,
        'orders    1',
        String.raw`order\tplaced \(UTC\)\ttotal`,
        String.raw`${id}\t${MINUTE}\t\$12\.50\n$`,
      ].join('\n'),
    ),
  );
  expect(JSON.parse((await accounts(['show', name, '--json'])).stdout)).toEqual({
    name: shopper.username,
    since: ISO,
    balance: 4987.5,
    orders: 1,
    lastOrder: ISO,
    addresses: ['1 High Street\n\x1b[2JLondon'],
    sessionEnds: [ISO],
    recentOrders: [{ id, placed: ISO, total: 12.5 }],
  });
});

describe('reset-password', () => {
  test('prints a random password, with which the shopper logs in, and ends all sessions', async () => {
    const shopper = await shop.shopper();
    expect(await statusOfCart(shopper)).toBe(200);
    const { code, stdout, stderr } = await accounts(['reset-password', shopper.username]);
    expect([code, stderr]).toEqual([
      0,
      `"${shopper.username}" has a new password; ended 1 session.\n`,
    ]);
    expect(stdout).toMatch(/^[a-z2-9]{16}\n$/);
    expect(await statusOfCart(shopper)).toBe(401);
    expect((await login(shopper, PASSWORD)).statusCode).toBe(400);
    expect((await login(shopper, stdout.trim())).statusCode).toBe(201);
  });

  test('--stdin reads the password, and prints none', async () => {
    const shopper = await shop.shopper();
    const words = ['reset-password', shopper.username, '--stdin'];
    const input = 'from a file \n';
    expect(await accounts(words, { input })).toMatchObject({ code: 0, stdout: '' });
    expect((await login(shopper, 'from a file ')).statusCode).toBe(201);
  });

  test('a password that is too short changes nothing', async () => {
    const shopper = await shop.shopper();
    const words = ['reset-password', shopper.username, '--stdin'];
    expect(await accounts(words, { input: 'short' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Password must be at least 6 characters\nNothing was changed.\n',
    });
    expect(await statusOfCart(shopper)).toBe(200);
  });
});

test('end-sessions: the running shop refuses the tokens at once', async () => {
  const shopper = await shop.shopper();
  expect(await statusOfCart(shopper)).toBe(200);
  expect(await accounts(['end-sessions', shopper.username])).toEqual({
    code: 0,
    stdout: `Ended 1 session of "${shopper.username}".\n`,
    stderr: '',
  });
  expect(await statusOfCart(shopper)).toBe(401);
});

test.each([
  ['show', ''],
  ['reset-password', 'Nothing was changed.\n'],
  ['end-sessions', 'Nothing was changed.\n'],
])('%s with an unknown name is a failure', async (command, onFailure) => {
  expect(await accounts([command, 'nobody\x1b[2J'])).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no account "nobody\\u001b[2J".\n${onFailure}`,
  });
});

test('an empty shop has no accounts', async () => {
  const { env } = await openTestDatabase(onTestFinished);
  await runQkart(['catalogue', 'count'], { env });
  const stderr = 'There are no accounts.\n';
  expect(await accounts(['list'], { env })).toEqual({ code: 0, stdout: '', stderr });
  const asJson = await accounts(['list', '--json'], { env });
  expect(JSON.parse(asJson.stdout)).toEqual([]);
});

test('a shop that does not exist is not created', async () => {
  const DATA_DIR = join(await openTestFolder(onTestFinished), 'nowhere');
  for (const words of [['list'], ['show', 'ada'], ['end-sessions', 'ada']]) {
    const { code, stderr } = await accounts(words, { env: { DATA_DIR } });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`There is no shop in ${DATA_DIR}.\n`),
    ]);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});
