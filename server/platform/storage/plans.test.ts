import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { callOf } from '../../../contract/calls.ts';
import { callNames } from '../../../contract/endpoints/index.ts';
import { productAddress, wholeCatalogue } from '../../../contract/listing.ts';
import { productDetailsPath } from '../../../contract/page-addresses.ts';
import {
  addressPath,
  cancelOrderPath,
  orderPath,
  passkeyPath,
  paths,
  productPath,
  productsByIdsPath,
  searchPath,
  sessionPath,
} from '../../../contract/paths.ts';
import { createDesk } from '../../desk/desk.ts';
import { Imports } from '../../desk/import/imports.ts';
import { countNewOrders } from '../../desk/today.ts';
import { findShopLacks } from '../../operations/identity/launch-check.ts';
import { Authenticator } from '../../shop/accounts/passkeys/authenticator.testing.ts';
import { replaceIdentity } from '../../shop/identity/store.ts';
import { SETTLE_MS } from '../../shop/invoices/issue.ts';
import { forgetBuyers } from '../../shop/invoices/kept.ts';
import { issueInvoices } from '../../shop/orders/issuer.ts';
import { stubPages } from '../../shop/pages/stub-pages.testing.ts';
import { Search } from '../../shop/search/search.ts';
import { testConfig } from '../../testing/test-config.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { fillWithCrowd } from './crowd.testing.ts';
import { fullScansOf, statementsOf } from './plans.testing.ts';

/** Tables that may be scanned, and why. */
const small: Record<string, string> = {
  catalogue_state: 'always one row',
  synonyms: 'at most 5,000 rows, all of them read after a change',
  shop_identity: 'one row at most',
  sale_terms: 'one row for each change of the legal facts of the shop',
  sale_rates: 'at most ten rows for each of these',
  passkey_secret: 'always one row',
  last_backup: 'one row at most',
  catalogue_segments: 'one row for 4,096 products, all of them compared after a change',
};

const shop = await openTestShop({
  authRateLimit: 1_000,
  pages: stubPages({
    // The queries of the products page.
    async render(_, { findProducts, findFacets, hasGroups }) {
      await Promise.all([findProducts(wholeCatalogue), findFacets(wholeCatalogue), hasGroups()]);
      return { status: 200, html: '<p>A page</p>', scriptHashes: [] };
    },
  }),
});
const { db } = shop.services;
await fillWithCrowd(db, engine);
await replaceIdentity(shop.services, { name: 'Birch', tax: { name: 'VAT', percent: 19 } });
await shop.sell({ id: 'counted', name: 'Counted pen', stock: 3 });

type CallOptions = Parameters<typeof shop.call>[2];
/** The requests that were sent. */
const visited: [method: string, path: string][] = [];

async function visit(
  status: number,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  options?: CallOptions,
) {
  const reply = await shop.call(method, path, options);
  expect(`${method} ${path} ${reply.statusCode}`).toBe(`${method} ${path} ${status}`);
  visited.push([method, path.replace(/\?.*/, '')]);
  return reply;
}

async function walkThroughCatalogue(): Promise<void> {
  const first = await visit(200, 'GET', paths.products);
  const [, next = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? [];
  await visit(200, 'GET', next);
  await visit(200, 'GET', `${paths.products}?groups=1&limit=100`);
  await shop.untilReady();
  await visit(200, 'GET', `${paths.products}?category=Pens&sort=price`);
  await visit(200, 'GET', productsByIdsPath(['product-6000', 'product-6003', 'product-6006']));
  await visit(200, 'GET', productsByIdsPath(['counted', 'product-2000']));
  await visit(200, 'GET', productPath('product-3000'));
  await visit(200, 'GET', searchPath('pencil'));
  // Behind the first search: before there is an index, a page looks at every product, once.
  await visit(200, 'GET', '/');
  await visit(200, 'GET', productAddress('product-3000'));
  await visit(200, 'GET', productDetailsPath('product-3000'));
  // A variant.
  await visit(200, 'GET', productDetailsPath('product-6000'));
  await visit(200, 'GET', '/sitemap.xml');
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
  // More than there is in stock, so nothing is ordered.
  await visit(409, 'POST', paths.checkout, order);
  await put('counted', 1);
  const { orderId } = (await visit(200, 'POST', paths.checkout, order)).json();
  const replay = await visit(200, 'POST', paths.checkout, order);
  expect(replay.headers['idempotency-replayed']).toBe('true');
  await put('product-4000', 0);
  await visit(200, 'GET', orderPath(orderId), { as });
  await visit(200, 'GET', `${paths.orders}?limit=1&cursor=${orderId}`, { as });
  await visit(200, 'POST', cancelOrderPath(orderId), { as });
  const [newest] = (await visit(200, 'GET', `${paths.walletEntries}?limit=1`, { as })).json();
  const cursor = `${Date.parse(newest.at)}.${newest.id}`;
  await visit(200, 'GET', `${paths.walletEntries}?cursor=${cursor}`, { as });
  await visit(201, 'POST', paths.login, { body });
  const [{ id: other }] = (await visit(200, 'GET', paths.sessions, { as })).json();
  await visit(200, 'DELETE', sessionPath(other), { as, body: { currentPassword: PASSWORD } });
  await visit(200, 'GET', paths.logins, { as });
  await walkThroughPasskeys(as);
  await visit(200, 'DELETE', paths.sessions, { as, body: { currentPassword: PASSWORD } });
  const change = { currentPassword: PASSWORD, newPassword: 'battery staple' };
  await visit(204, 'POST', paths.password, { as, body: change });
  await visit(200, 'DELETE', addressPath(addressId), { as });
  await visit(200, 'GET', paths.user, { as });
  await visit(200, 'GET', paths.accountExport, { as });
  await visit(204, 'POST', paths.logout, { as });
  const again = { username: 'somebody', password: 'battery staple' };
  const proof = { currentPassword: 'battery staple' };
  const { token } = (await visit(201, 'POST', paths.login, { body: again })).json();
  const { codes } = (
    await visit(201, 'POST', paths.recoveryCodes, { as: { token }, body: proof })
  ).json();
  const recovery = { username: 'somebody', newPassword: 'battery staple' };
  await visit(400, 'POST', paths.recovery, { body: { ...recovery, code: 'wrong' } });
  await visit(204, 'POST', paths.recovery, { body: { ...recovery, code: codes[0] } });
  const last: { token: string } = (await visit(201, 'POST', paths.login, { body: again })).json();
  const erasure = { currentPassword: 'battery staple', forfeit: 5_000 };
  await visit(200, 'DELETE', paths.user, { as: last, body: erasure });
}

async function walkThroughPasskeys(as: { token: string }): Promise<void> {
  const ask = { as, body: { currentPassword: PASSWORD } };
  const device = new Authenticator(testConfig.publicUrl);
  const toAdd = (await visit(201, 'POST', paths.passkeyChallenge, ask)).json();
  await visit(201, 'POST', paths.passkeys, { as, body: { credential: device.create(toAdd) } });
  const toLogIn = (await visit(201, 'POST', paths.passkeyLoginChallenge)).json();
  const body = { credential: device.get(toLogIn) };
  await visit(201, 'POST', paths.passkeyLogin, { body });
  await visit(200, 'GET', paths.passkeys, { as });
  await visit(200, 'DELETE', passkeyPath(device.id), ask);
}

/** What an operator looks at. */
async function walkThroughDesk(): Promise<void> {
  const findLacks = () => findShopLacks({ db, config: testConfig });
  const desk = createDesk(
    { ...shop.services, search: new Search(shop.services, { waitsForChanges: true }) },
    {
      timeZone: 'UTC',
      carriers: [],
      publicUrl: '',
      findLacks,
      imports: new Imports(Date.now, () => {}),
    },
  );
  await desk.readToday();
  await desk.listOrders({});
  await desk.listOrders({ status: 'placed' });
  await desk.listOrders({ q: 'heron quay' });
  await desk.listToShip({});
  await desk.readOrder('order-1');
  await desk.listOrders({ customer: 'user-1' });
  const { next: name } = await desk.listCustomers({});
  await desk.listCustomers({ after: name ?? '' });
  await desk.listCustomers({ q: 'shopper 7', after: 'shopper 71' });
  const change = (await desk.readCustomer('user-1', {}))?.statement.rows[0]?.id ?? 'sale-1';
  await desk.readCustomer('user-1', { after: change });
  const { next: product = '' } = await desk.listProducts({});
  for (const filters of [{ stock: 'low' }, { sale: 'off' }, { sale: 'on' }]) {
    await desk.listProducts({ ...filters, after: product });
  }
  await desk.listProducts({ q: 'lamp' });
  await desk.readProduct(product);
  await desk.readShop();
  const { next = '' } = await desk.listLog({});
  await desk.listLog({ after: next });
  await countNewOrders(db, 'order-1');
}

const executed = await statementsOf(db, async () => {
  await walkThroughCatalogue();
  await walkThroughShopping();
  // Of 50 rows in 2,000, PostgreSQL reads all.
  if (engine === 'sqlite') await walkThroughDesk();
  shop.pass(SETTLE_MS);
  expect(await issueInvoices(shop.services)).toBeGreaterThan(0);
  expect(await forgetBuyers(shop.services)).toBe(0);
});

// Locks have no plan.
const statements = executed.filter(({ sql }) => !sql.startsWith('lock table'));

/** Each table that is scanned, with the statement. */
async function fullScans(): Promise<string[]> {
  const found: string[] = [];
  for (const statement of statements) {
    const tables = await fullScansOf(db, engine, statement);
    const large = tables.filter((table) => small[table] === undefined);
    found.push(...large.map((table) => `${table}: ${statement.sql}`));
  }
  return found;
}

test('the test calls every endpoint', () => {
  const isVisited = ({ method, path }: { method: string; path: string }) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    return visited.some((visit) => visit[0] === method && pattern.test(visit[1]));
  };
  expect(callNames.filter((name) => !isVisited(callOf(name)))).toEqual([]);
});

test('no request scans a whole table', async () => {
  expect(statements.length).toBeGreaterThan(30);
  expect(await fullScans()).toEqual([]);
});

test('the search index is built from batches by position', () => {
  const readings = statements.filter((statement) => statement.sql.includes('"popularity"'));
  expect(readings).toHaveLength(1);
  expect(readings[0]?.sql).toMatch(/"position" >= .* order by "position" limit /);
});

test('no statement uses an offset', () => {
  const texts = statements.map(({ sql }) => sql);
  expect(texts.filter((text) => /\boffset\b/i.test(text))).toEqual([]);
});

test('the test fails where an index is missing', async () => {
  await sql`drop index sessions_expires_at`.execute(db);
  onTestFinished(() =>
    db.schema.createIndex('sessions_expires_at').on('sessions').column('expires_at').execute(),
  );
  expect(await fullScans()).toEqual([expect.stringMatching(/^sessions: delete from/)]);
});
