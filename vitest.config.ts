import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,cli,web,scripts}/**/*.test.ts'],
    coverage: {
      provider: 'v8',
      include: ['contract/**/*.ts', 'server/**/*.ts', 'cli/**/*.ts'],
      exclude: ['**/*.test.ts', 'server/test-shop.ts', 'server/dev.ts'],
      reporter: ['text-summary'],
    },
  },
});
