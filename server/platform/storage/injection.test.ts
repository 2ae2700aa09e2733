/** Text that would be a command if it were inserted into SQL: it is a value, and comes back unchanged. */
import { expect, test } from 'vitest';
import { addressPath, orderPath, paths, productPath, searchPath } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';

const shop = await openTestShop();
await shop.sell({ id: 'lamp', name: 'Lamp' });
const count = async () => {
  const { db } = shop.services;
  const [users] = await db.selectFrom('users').select(db.fn.countAll<number>().as('n')).execute();
  const [products] = await db
    .selectFrom('products')
    .select(db.fn.countAll<number>().as('n'))
    .execute();
  return { users: users?.n, products: products?.n };
};

const commands = [
  `' or '1'='1`,
  `'; drop table users; --`,
  `"; delete from products; --`,
  `') union select password_hash from users --`,
  `\\'; select pg_sleep(10); --`,
  '$1',
  '?1',
  ':name',
  '%',
  '____',
  'lamp* OR name:lamp NEAR(a b, 2) -x "',
  '"lamp" AND (',
  '\0',
  'a\0b',
  '\ufffd\u{10ffff}',
];

test.each(commands)('%j', async (text) => {
  const shopper = await shop.shopper();
  const before = await count();
  const username = `${text}${crypto.randomUUID()}`.slice(0, 64);
  const credentials = { username, password: `${text} a password` };
  const send = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    as?: typeof shopper,
  ) => shop.call(method, url, { body, as });

  expect((await send('POST', paths.register, credentials)).statusCode).toBe(201);
  const login = await send('POST', paths.login, credentials);
  expect(login.statusCode).toBe(201);
  expect(login.json().username).toBe(kept(username.trim()));
  const wrong = { username: text.padEnd(6, "'"), password: `' or '1'='1' --` };
  expect((await send('POST', paths.login, wrong)).statusCode).toBe(400);

  const addresses = await send('POST', paths.addresses, { address: `${text}.` }, shopper);
  expect(addresses.json()).toMatchObject([{ address: kept(`${text}.`.trim()) }]);
  for (const url of [addressPath(text), orderPath(text), productPath(text)]) {
    const method = url.includes('addresses') ? 'DELETE' : 'GET';
    expect((await send(method, url, undefined, shopper)).statusCode).toBe(404);
  }
  const cart = { productId: text, qty: 1 };
  expect((await send('POST', paths.cart, cart, shopper)).statusCode).toBe(404);
  expect((await send('POST', paths.cart, { ...cart, qty: 0 }, shopper)).json()).toEqual([]);

  for (const name of ['value', 'category', 'cursor', 'ids', 'sort', 'minCost']) {
    const url = `${paths.products}${name === 'value' ? '/search' : ''}?${name}=${encodeURIComponent(text)}`;
    expect((await send('GET', url)).statusCode, name).toBeLessThan(500);
  }
  expect((await send('GET', searchPath('lamp'))).json()).toHaveLength(1);
  expect(await count()).toEqual({ ...before, users: Number(before.users) + 1 });
});

test('no invariant is violated', () => expectLedgerBalanced(shop.services.db));

/** PostgreSQL can't store U+0000; see server/platform/storage/postgres/driver.ts. */
function kept(text: string): string {
  return engine === 'postgres' ? text.replaceAll('\0', '\ufffd') : text;
}
