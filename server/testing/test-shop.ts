/** A shop for one test file: the real app with its own database, and a clock that tests control. */
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { vi } from 'vitest';
import { type AppOptions, buildApp } from '../app.ts';
import { fillEmptyShop } from '../operations/feeds/demo.ts';
import { takeOut } from '../operations/feeds/removal.ts';
import { noMeter } from '../platform/metrics/meter.ts';
import type { AppServices, OperatorServices, Services } from '../platform/services.ts';
import { openStorage } from '../platform/storage/open.ts';
import type { NewProductRow } from '../platform/storage/schema.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { noOutbox } from '../platform/webhooks/outbox.ts';
import { productDefaults } from '../shop/catalogue/fields/product-fields.ts';
import { addProducts } from '../shop/catalogue/product-changes.ts';
import {
  findProductRows,
  nextPosition,
  readVersionOfLists,
  writeVersion,
} from '../shop/catalogue/store.ts';
import { Search } from '../shop/search/search.ts';
import { expectDescribed } from './described.ts';
import { putProducts } from './put-products.ts';
import { insertShopper, type TestShopper } from './shoppers.ts';
import { testConfig } from './test-config.ts';
import { openTestDatabase, type TestDatabase, whenOver } from './test-database.ts';

export type { TestShopper } from './shoppers.ts';

export interface TestShop {
  app: FastifyInstance;
  services: AppServices & OperatorServices;
  storage: Storage;
  database: TestDatabase;
  /** Moves the shop's clock forward. */
  pass(milliseconds: number): void;
  /** Sends one request; `as` adds the bearer token. */
  call(
    method: InjectOptions['method'],
    url: string,
    options?: CallOptions,
  ): Promise<LightMyRequestResponse>;
  /** Waits for the search index: the first searches of a large shop are refused until it is built. */
  untilReady(): Promise<void>;
  /** A new, logged-in shopper, with a wallet of $5000. */
  shopper(username?: string): Promise<TestShopper>;
  /** Adds a product, or changes the one with this id. */
  sell(product: TestProduct): Promise<void>;
  /** Removes a product from the catalogue. */
  withdraw(productId: string): Promise<void>;
}

interface CallOptions {
  as?: { token: string } | undefined;
  /** The body is sent as JSON; strings and buffers are sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The address that the request comes from. */
  from?: string;
}

interface TestProduct {
  id: string;
  name?: string;
  /** $10 by default. */
  costCents?: number;
  /** Not counted by default. */
  stock?: number | null;
  /** True by default. */
  active?: boolean;
}

type TestShopOptions = Partial<AppOptions['config']> &
  Partial<Pick<AppOptions, 'pages' | 'logger' | 'metrics' | 'searchCounter'>> &
  Partial<Pick<AppServices, 'outbox' | 'catalogueVersion'>>;

export const PASSWORD = 'correct horse';
/** Its hash, with parameters that make logins of test shoppers quick. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$fGboIvzlkt1eU7JnWpaFoCiFdQqj41xKJW/x6HC4Hu4';
export const DAY_MS = 24 * 60 * 60 * 1000;
let shoppers = 0;

/** Opens a shop, and closes it as `whenOver` says. */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const database = await openTestDatabase();
  const storage = await openStorage({ ...database.options, exclusive: true });
  const { db } = storage;
  let offset = 0;
  const {
    pages,
    logger = false,
    metrics,
    searchCounter,
    outbox = noOutbox,
    // Read the version each time, because a test continues right after a change. Other tests cover the polling.
    catalogueVersion = () => readVersionOfLists(db),
    ...config
  } = options;
  const services: TestShop['services'] = {
    db,
    checkDatabase: storage.check,
    now: () => Date.now() + offset,
    newId: increasingIds(),
    catalogueVersion,
    databaseBacklog: storage.backlog,
    emptyLog: storage.emptyLog,
    outbox,
    meter: metrics?.meter ?? noMeter,
    operator: { name: 'tester', origin: 'command' },
  };
  await fillEmptyShop(services);
  const app = await buildApp({
    services,
    config: { ...testConfig, ...config },
    logger,
    metrics,
    searchCounter,
    search: new Search(services, { waitsForChanges: true }),
    ...(pages && { pages }),
  });
  whenOver(async () => {
    await app.close();
    await storage.close();
  });

  return {
    app,
    services,
    storage,
    database,
    pass: (milliseconds) => {
      offset += milliseconds;
    },
    async call(method = 'GET', url, { as, body, headers, from } = {}) {
      const reply = await app.inject({
        method,
        url,
        headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
        ...(from !== undefined && { remoteAddress: from }),
        // Tests send invalid bodies, too.
        ...(body !== undefined && { payload: body as object }),
      });
      expectDescribed(method, url, reply.headers);
      return reply;
    },
    async untilReady() {
      const isReady = async () => (await app.inject('/readyz')).statusCode === 200;
      await vi.waitUntil(isReady, { timeout: 60_000, interval: 10 });
    },
    shopper: (username) => addShopper(services, username),
    sell: (product) => sellProduct(services, product),
    async withdraw(productId) {
      await takeOut(services, new Set([productId]));
    },
  };
}

/** Ids in the order in which they are made, also within a millisecond: there, a shop's own ids have no order. */
function increasingIds(): () => string {
  let lastTime = '';
  let count = 0;
  return () => {
    const id = randomUUIDv7();
    // The time, and the version.
    const time = id.slice(0, 15);
    count = time === lastTime ? count + 1 : 0;
    lastTime = time;
    return time + count.toString(16).padStart(3, '0') + id.slice(18);
  };
}

/** A logged-in shopper, whose password has a quick hash. */
export async function addShopper(
  services: Services,
  username = `shopper-${++shoppers}`,
): Promise<TestShopper> {
  const shopper = { username, passwordHash: PASSWORD_HASH };
  return services.db.transaction().execute((tx) => insertShopper(tx, services, shopper));
}

export async function sellProduct(
  { db, now, newId }: Services,
  { id, ...product }: TestProduct,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [known] = await findProductRows(tx, [id]);
    const position = known?.position ?? (await nextPosition(tx));
    await putProducts(tx, [toRow({ id, ...product }, { position, updated_at: now() })], now());
    await writeVersion(tx, newId());
  });
}

/** Adds many new products of one cent each to the catalogue. */
export async function fillCatalogue(
  { db, now, newId }: Services,
  ids: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const first = await nextPosition(tx);
    const rows = ids.map((id, index) =>
      toRow({ id, costCents: 1 }, { position: first + index, updated_at: now() }),
    );
    for (let start = 0; start < rows.length; start += 500) {
      await addProducts(tx, rows.slice(start, start + 500), { reason: 'correction', at: now() });
    }
    await writeVersion(tx, newId());
  });
}

function toRow(
  { id, name = id, costCents = 1_000, stock = null, active = true }: TestProduct,
  { position, updated_at }: Pick<NewProductRow, 'position' | 'updated_at'>,
): NewProductRow {
  return {
    ...productDefaults,
    id,
    name,
    position,
    category: 'Tests',
    cost_cents: costCents,
    rating_halves: 9,
    image: '/test.webp',
    stock,
    active: Number(active),
    updated_at,
  };
}
