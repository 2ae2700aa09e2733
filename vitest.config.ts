import { defineConfig } from 'vitest/config';
import type { Engine } from './server/platform/storage/engine.ts';

/** `ENGINES=sqlite` or `ENGINES=postgres` restricts the tests to one database engine. */
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',') as Engine[];

const other: Record<Engine, Engine> = { sqlite: 'postgres', postgres: 'sqlite' };

/** `scripts/count-tests.ts` loads all test files on SQLite, because it runs if there is no PostgreSQL. */
const isCounting = process.env.COUNTING_TESTS === '1';

/** Tests that no database engine can change run only on the first one. */
const engineIndependent = [
  '{contract,packages,bench,scripts,simulation,web}/**/*.test.ts',
  'deploy/{deploy,yaml}.test.ts',
  // Commands print the results of the server's functions, which are tested on both engines.
  'cli/{pictures,qkart,settings-file,synonyms,unusable-shop}.test.ts',
  'cli/{accounts,catalogue,orders,shared}/**/*.test.ts',
  'server/start.test.ts',
  'server/platform/settings/config.test.ts',
  'server/platform/queues/*.test.ts',
  'server/shop/accounts/{credentials,passwords,attempts/limits}.test.ts',
  'server/operations/feeds/{ids,prototype-words,round-trip,validation,whole-catalogue}.test.ts',
  'server/operations/feeds/formats/*.test.ts',
  'server/operations/pictures/{download,worker/*}.test.ts',
  'server/platform/http/{bodies,every-answer,load-shedder,network,request-log,response-cache,security-headers}.test.ts',
  'server/platform/http/{api,connections}/*.test.ts',
  'server/platform/webhooks/*.test.ts',
  'server/shop/orders/{lifecycle,rules}.test.ts',
  'server/shop/pages/{addresses,change-password,product-head,rendering,security-txt}.test.ts',
  'server/shop/search/{meaning,relaxation,suggestions,synonym-file,synonyms}.test.ts',
  'server/platform/storage/errors.test.ts',
];

/**
 * It measures turns of the event loop. In a thread of other tests, collecting the garbage of a large heap takes hundreds of
 * milliseconds of a turn, so it has a process to itself.
 */
const ALONE = 'server/shop/search/event-loop.test.ts';

export default defineConfig({
  test: {
    projects: [
      ...engines.map((engine) => ({
        extends: true as const,
        test: {
          name: engine,
          env: { TEST_ENGINE: isCounting ? 'sqlite' : engine },
          include: ['**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            `**/*.${other[engine]}.test.ts`,
            ...(engine === 'sqlite' ? [ALONE] : []),
            ...(engine === engines[0] ? [] : engineIndependent),
          ],
          globalSetup: engine === 'postgres' && !isCounting ? ['./vitest.postgres.ts'] : [],
        },
      })),
      {
        extends: true as const,
        test: {
          name: 'sqlite alone',
          env: { TEST_ENGINE: 'sqlite' },
          include: engines.includes('sqlite') ? [ALONE] : [],
          pool: 'forks' as const,
        },
      },
    ],
    // Each file opens its own shop, so files can share a thread and its modules.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // A machine may be slow or pause for a while, so only a test that hangs reaches this limit.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 10 } },
    coverage: {
      provider: 'v8',
      include: ['{contract,packages,server,cli}/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.testing.ts', 'server/testing/**', 'server/dev.ts'],
      reporter: ['text-summary'],
      thresholds: { lines: 90, branches: 84 },
    },
  },
});
