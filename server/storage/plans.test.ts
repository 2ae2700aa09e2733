import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { wholeCatalogue } from '../../contract/listing.ts';
import {
  addressPath,
  orderPath,
  paths,
  productPath,
  productsByIdsPath,
  searchPath,
} from '../../contract/paths.ts';
import { engine } from '../test-database.ts';
import { openTestShop, PASSWORD } from '../test-shop.ts';
import { fillWithCrowd } from './crowd.testing.ts';
import { fullScansOf, statementsOf } from './plans.testing.ts';

/** What may be read as a whole, and why. */
const small: Record<string, string> = {
  catalogue_state: 'always one row',
  catalogue_segments: 'one row for 4,096 products, all of them compared after a change',
};

const shop = await openTestShop({
  authRateLimit: 100,
  pages: {
    // What the products page asks for.
    async render(_, { findProducts, findFacets }) {
      await Promise.all([findProducts(wholeCatalogue), findFacets(wholeCatalogue)]);
      return { status: 200, html: '<p>A page</p>', scriptHashes: [] };
    },
    serveAssets: async () => {},
    buildId: 'test',
    isDevelopment: false,
  },
});
const { db } = shop.services;
await fillWithCrowd(db, engine);
await shop.sell({ id: 'counted', name: 'Counted pen', stock: 3 });

type CallOptions = Parameters<typeof shop.call>[2];
/** By method and path, as they were asked for. */
const visited: [method: string, path: string][] = [];

async function visit(
  status: number,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options?: CallOptions,
) {
  const reply = await shop.call(method, path, options);
  expect(`${method} ${path} ${reply.statusCode}`).toBe(`${method} ${path} ${status}`);
  visited.push([method.toLowerCase(), path.replace(/\?.*/, '')]);
  return reply;
}

async function walkThroughCatalogue(): Promise<void> {
  const first = await visit(200, 'GET', paths.products);
  const [, next = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? [];
  await visit(200, 'GET', next);
  await visit(200, 'GET', `${paths.products}?category=Pens&sort=price`);
  await visit(200, 'GET', productsByIdsPath(['counted', 'product-2000']));
  await visit(200, 'GET', productPath('product-3000'));
  await visit(200, 'GET', searchPath('pencil'));
  // Behind the first search: before there is an index, a page looks at every product, once.
  await visit(200, 'GET', '/');
  await visit(200, 'GET', `${paths.facets}?value=pencil`);
  await visit(200, 'GET', `${paths.suggestions}?value=penc`);
}

async function walkThroughShopping(): Promise<void> {
  const body = { username: 'somebody', password: PASSWORD };
  await visit(201, 'POST', paths.register, { body });
  await visit(400, 'POST', paths.login, { body: { ...body, password: 'wrong one' } });
  const as: { token: string } = (await visit(201, 'POST', paths.login, { body })).json();
  await visit(200, 'GET', paths.wallet, { as });
  const address = { address: '1 Long Road' };
  await visit(200, 'POST', paths.addresses, { as, body: address });
  const [{ _id: addressId }] = (await visit(200, 'GET', paths.addresses, { as })).json();

  const put = (productId: string, qty: number) =>
    visit(200, 'POST', paths.cart, { as, body: { productId, qty } });
  await put('product-4000', 2);
  await put('counted', 4);
  await visit(200, 'GET', paths.cart, { as });
  const order = { as, body: { addressId }, headers: { 'idempotency-key': 'once' } };
  // More than there is, then none of it.
  await visit(409, 'POST', paths.checkout, order);
  await put('counted', 1);
  const { orderId } = (await visit(200, 'POST', paths.checkout, order)).json();
  const replay = await visit(200, 'POST', paths.checkout, order);
  expect(replay.headers['idempotency-replayed']).toBe('true');
  await put('product-4000', 0);
  await visit(200, 'GET', orderPath(orderId), { as });
  await visit(200, 'DELETE', addressPath(addressId), { as });
  await visit(204, 'POST', paths.logout, { as });
}

const statements = await statementsOf(db, async () => {
  await walkThroughCatalogue();
  await walkThroughShopping();
});

/** Each with the statement that reads it. */
async function fullScans(): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const tables = await fullScansOf(db, engine, statement);
    const large = tables.filter((table) => small[table] === undefined);
    found.push(...large.map((table) => `${table}: ${statement.sql}`));
  }
  return found;
}

test('the walk calls every operation of the API', async () => {
  const { paths: described } = (await shop.call('GET', '/api/openapi.json')).json();
  const isVisited = (method: string, path: string) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return visited.some((visit) => visit[0] === method && pattern.test(visit[1]));
  };
  const left = Object.entries<object>(described).flatMap(([path, operations]) =>
    Object.keys(operations).filter((method) => !isVisited(method, path)),
  );
  expect(left).toEqual([]);
});

test('whatever a shopper does, no table is read from one end to the other', async () => {
  expect(statements.length).toBeGreaterThan(30);
  expect(await fullScans()).toEqual([]);
});

test('the index of searches is read by position, a piece at a time', () => {
  const readings = statements.filter((statement) => statement.sql.includes('"description"'));
  expect(readings).toHaveLength(1);
  expect(readings[0]?.sql).toMatch(/"position" >= .* order by "position" limit /);
});

test('no statement skips rows that it has read', () => {
  const texts = statements.map(({ sql }) => sql);
  expect(texts.filter((text) => /\boffset\b/i.test(text))).toEqual([]);
});

test('an index that is gone is noticed', async () => {
  await sql`drop index sessions_expires_at`.execute(db);
  expect(await fullScans()).toEqual([expect.stringMatching(/^sessions: delete from/)]);
});
