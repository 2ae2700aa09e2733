/** A whole shop for one test file: the real app over a database of its own, with a clock to turn. */
import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import { paths } from '../contract/paths.ts';
import { type AppOptions, buildApp } from './app.ts';
import { fillEmptyShop } from './catalogue/demo.ts';
import type { Services } from './http/services.ts';
import { openStorage } from './storage/open.ts';

export interface TestShop {
  app: FastifyInstance;
  services: Services;
  dataDir: string;
  /** Moves the shop's clock forward. */
  pass(milliseconds: number): void;
  /** Sends one request; `as` adds the bearer token. */
  call(
    method: InjectOptions['method'],
    url: string,
    options?: CallOptions,
  ): Promise<LightMyRequestResponse>;
  /** A new, logged-in shopper, with the demo catalogue's wallet of $5000. */
  shopper(): Promise<{ username: string; token: string }>;
}

interface CallOptions {
  as?: { token: string };
  body?: unknown;
  headers?: Record<string, string>;
}

export const PASSWORD = 'correct horse';
let shoppers = 0;

/** Opens a shop, and closes it when the test file is done. */
export async function openTestShop(
  options: Partial<AppOptions['config']> & { pages?: AppOptions['pages'] } = {},
): Promise<TestShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qkart-test-'));
  const storage = await openStorage({ dataDir, exclusive: true });
  let offset = 0;
  const services: Services = {
    db: storage.db,
    now: () => Date.now() + offset,
    newId: () => randomUUIDv7(),
  };
  await fillEmptyShop(services);
  const { pages, ...config } = options;
  const app = await buildApp({
    services,
    config: { trustProxy: false, authRateLimit: 0, ...config },
    logger: false,
    ...(pages && { pages }),
  });
  afterAll(async () => {
    await app.close();
    await storage.close();
    await rm(dataDir, { recursive: true });
  });

  const call: TestShop['call'] = (method = 'GET', url, { as, body, headers } = {}) =>
    app.inject({
      method,
      url,
      headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });

  return {
    app,
    services,
    dataDir,
    pass: (milliseconds) => {
      offset += milliseconds;
    },
    call,
    async shopper() {
      const username = `shopper-${++shoppers}`;
      const credentials = { username, password: PASSWORD };
      await call('POST', paths.register, { body: credentials });
      const reply = await call('POST', paths.login, { body: credentials });
      return { username, token: reply.json().token };
    },
  };
}
