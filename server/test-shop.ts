/** A whole shop for one test file: the real app over a database of its own, with a clock to turn. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { OPENING_BALANCE_CENTS } from '../contract/limits.ts';
import { type AppOptions, buildApp } from './app.ts';
import { hashPassword } from './auth/passwords.ts';
import { sessionEnd } from './auth/rules.ts';
import { keepSessions } from './auth/session-cache.ts';
import { addSession, addUser } from './auth/store.ts';
import { fillEmptyShop } from './catalogue/demo.ts';
import { takeOut } from './catalogue/removal.ts';
import {
  findProductRows,
  nextPosition,
  readVersion,
  upsertProducts,
  writeVersion,
} from './catalogue/store.ts';
import { hashToken } from './http/authentication.ts';
import type { AppServices, Services } from './services.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';
import { openWallet } from './wallet/store.ts';

export interface TestShop {
  app: FastifyInstance;
  services: AppServices;
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
  /** A new, logged-in shopper, with a wallet of $5000. */
  shopper(): Promise<TestShopper>;
  /** Puts a product on the shelf, or changes the one of that id. */
  sell(product: TestProduct): Promise<void>;
  /** Takes a product out of the catalogue. */
  withdraw(productId: string): Promise<void>;
}

interface CallOptions {
  as?: { token: string } | undefined;
  /** Sent as JSON; a string or a buffer as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The address that the request comes from. */
  from?: string;
}

export interface TestShopper {
  userId: string;
  username: string;
  token: string;
}

interface TestProduct {
  id: string;
  name?: string;
  /** $10 where none is named. */
  costCents?: number;
  /** Not counted where none is named. */
  stock?: number | null;
  /** On sale where nothing is said. */
  active?: boolean;
}

type TestShopOptions = Partial<AppOptions['config']> &
  Partial<Pick<AppOptions, 'pages' | 'logger' | 'metrics'>>;

export const PASSWORD = 'correct horse';
export const DAY_MS = 24 * 60 * 60 * 1000;
let shoppers = 0;
let passwordHash: Promise<string> | undefined;

/** Opens a shop, and closes it when the test file is done. */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const database = await openTestDatabase();
  const storage = await openStorage({ ...database.options, exclusive: true });
  const { db } = storage;
  let offset = 0;
  const services: AppServices = {
    db,
    // Of this server alone; how several hear of each other's has its own test.
    sessions: keepSessions({ db }),
    checkDatabase: storage.check,
    now: () => Date.now() + offset,
    newId: () => randomUUIDv7(),
    // Asked for each time: a test goes on right after a change. How servers learn of one has its own.
    catalogueVersion: () => readVersion(db),
    databaseBacklog: storage.backlog,
    writesOfOthers: storage.writesOfOthers,
  };
  await fillEmptyShop(services);
  const { pages, logger = false, metrics, ...config } = options;
  const app = await buildApp({
    services,
    config: {
      trustProxy: false,
      authRateLimit: 0,
      publicUrl: 'http://shop.test',
      ...config,
    },
    logger,
    metrics,
    ...(pages && { pages }),
  });
  afterAll(async () => {
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
    call: (method = 'GET', url, { as, body, headers, from } = {}) =>
      app.inject({
        method,
        url,
        headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
        ...(from !== undefined && { remoteAddress: from }),
        // Whatever a test wants to send: what the app makes of it is what is tested.
        ...(body !== undefined && { payload: body as object }),
      }),
    shopper: () => addShopper(services),
    sell: (product) => sellProduct(services, product),
    async withdraw(productId) {
      await takeOut(services, new Set([productId]));
    },
  };
}

/** As register and login leave one, but hashing the password once for all of them. */
export async function addShopper({ db, now, newId }: Services): Promise<TestShopper> {
  passwordHash ??= hashPassword(PASSWORD);
  const user = {
    id: newId(),
    username: `shopper-${++shoppers}`,
    passwordHash: await passwordHash,
  };
  const token = randomBytes(32).toString('base64url');
  const session = { tokenHash: hashToken(token), userId: user.id, expiresAt: sessionEnd(now()) };
  const wallet = { userId: user.id, grantCents: OPENING_BALANCE_CENTS };
  await db.transaction().execute(async (tx) => {
    await addUser(tx, user, now());
    await openWallet(tx, { ...wallet, transactionId: newId(), now: now() });
    await addSession(tx, session, now());
  });
  return { userId: user.id, username: user.username, token };
}

export async function sellProduct(
  { db, now, newId }: Services,
  { id, name = id, costCents = 1_000, stock = null, active = true }: TestProduct,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [known] = await findProductRows(tx, [id]);
    const row = {
      id,
      name,
      position: known?.position ?? (await nextPosition(tx)),
      category: 'Tests',
      categories: '',
      brand: '',
      description: '',
      popularity: 0,
      cost_cents: costCents,
      rating_halves: 9,
      image: '/test.webp',
      stock,
      active: Number(active),
      updated_at: now(),
    };
    await upsertProducts(tx, [row]);
    await writeVersion(tx, newId());
  });
}
