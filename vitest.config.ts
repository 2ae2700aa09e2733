import { defineConfig } from 'vitest/config';
import type { Engine } from './server/storage/engine.ts';

/** `ENGINES=sqlite` or `ENGINES=postgres` narrows the tests to one database engine. */
const engines = (process.env.ENGINES ?? 'sqlite,postgres').split(',') as Engine[];

const everywhere = '{server,cli,drill}/**/*.test.ts';
const other: Record<Engine, Engine> = { sqlite: 'postgres', postgres: 'sqlite' };

export default defineConfig({
  test: {
    projects: engines.map((engine) => ({
      extends: true,
      test: {
        name: engine,
        env: { TEST_ENGINE: engine },
        // What has no database needs to be tested only once.
        include:
          engine === engines[0]
            ? [everywhere, '{contract,deploy,bench,scripts,web}/**/*.test.ts']
            : [everywhere],
        exclude: [`**/*.${other[engine]}.test.ts`],
        globalSetup: engine === 'postgres' ? ['./vitest.postgres.ts'] : [],
      },
    })),
    // Each file has a shop of its own, so files can share a thread and its modules.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // A machine may be slow, or stand still for a while; a test that hangs is noticed all the same.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 10 } },
    coverage: {
      provider: 'v8',
      include: ['contract/**/*.ts', 'server/**/*.ts', 'cli/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.testing.ts', '**/test-*.ts', 'server/dev.ts'],
      reporter: ['text-summary'],
    },
  },
});
