import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,cli,deploy}/**/*.test.ts'],
    // Each file has a shop of its own, so files can share a thread and its modules.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // A machine may be slow; a test that hangs is noticed all the same.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['contract/**/*.ts', 'server/**/*.ts', 'cli/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.testing.ts', '**/test-*.ts', 'server/dev.ts'],
      reporter: ['text-summary'],
    },
  },
});
