/** The shop as a process, without pages: what `shop-process.testing.ts` runs. */
import { start } from './start.ts';

await start(async () => ({
  render: async () => ({ status: 404, html: '', scriptHashes: [] }),
  serveAssets: async () => {},
  buildId: 'test',
  isDevelopment: false,
}));
