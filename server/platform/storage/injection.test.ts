/** Text that would be a command if it were inserted into SQL: it is a value, and comes back unchanged. */
import { expect, test } from 'vitest';
import { addressPath, orderPath, paths, productPath, searchPath } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
await shop.sell({ id: 'lamp', name: 'Quuxlight' });
await shop.untilReady();
const { db } = shop.services;
const shopper = await shop.shopper();
const products = await db.selectFrom('products').selectAll().orderBy('position').execute();
let users = 1;

const commands = [
  `' or '1'='1`,
  `'; drop table users; --`,
  `') union select password_hash from users --`,
  `\\'; select pg_sleep(10); --`,
  '$1',
  '?1',
  ':name',
  '%',
  '____',
  'lamp* OR name:lamp NEAR(a b, 2) -x "',
  'a\0b',
  '\ufffd\u{10ffff}',
];

/** PostgreSQL can't store U+0000; see server/platform/storage/postgres/driver.ts. */
const kept = (text: string) => (engine === 'postgres' ? text.replaceAll('\0', '\ufffd') : text);

test.each([
  `' or '1'='1' --`,
  `"; drop table users; --`,
  `\\' $1 ?1 :name %`,
  'a\0b \ufffd\u{10ffff}',
])('as a username and password: %j', async (text) => {
  // A name has no invisible characters.
  const name = text.replaceAll(/\p{C}/gu, '');
  const username = `${name}${crypto.randomUUID()}`.slice(0, 64);
  const body = { username, password: `${text} a password` };
  expect((await shop.call('POST', paths.register, { body })).statusCode).toBe(201);
  users++;
  const login = await shop.call('POST', paths.login, { body });
  expect([login.statusCode, login.json().username]).toEqual([201, kept(username.trim())]);
  const wrong = { username: shopper.username, password: text.padEnd(6, "'") };
  expect((await shop.call('POST', paths.login, { body: wrong })).statusCode).toBe(400);
});

test.each(commands)('as an address, an id or a parameter: %j', async (text) => {
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
    shop.call(method, url, { as: shopper, body });
  const address = `${text}.`;
  const added = (await call('POST', paths.addresses, { address })).json().at(-1);
  expect(added.address).toBe(kept(address.trim()));
  expect((await call('DELETE', addressPath(added._id))).json()).toEqual([]);
  expect((await call('DELETE', addressPath(text))).statusCode).toBe(404);
  for (const url of [orderPath(text), productPath(text)]) {
    expect((await call('GET', url)).statusCode).toBe(404);
  }
  expect((await call('POST', paths.cart, { productId: text, qty: 1 })).statusCode).toBe(404);
  expect((await call('POST', paths.cart, { productId: text, qty: 0 })).json()).toEqual([]);
  for (const name of ['value', 'category', 'cursor', 'ids', 'sort', 'minCost']) {
    const path = name === 'value' ? paths.search : paths.products;
    const reply = await call('GET', `${path}?${name}=${encodeURIComponent(text)}`);
    expect(reply.statusCode, name).toBeLessThan(500);
  }
  expect((await call('GET', searchPath('quuxlight'))).json()).toHaveLength(1);
});

test('no row was added or changed by any of them, and no invariant is violated', async () => {
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(users);
  expect(await db.selectFrom('products').selectAll().orderBy('position').execute()).toEqual(
    products,
  );
  await expectLedgerBalanced(db);
});
