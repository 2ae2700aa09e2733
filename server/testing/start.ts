/** The shop without pages, as `shop-process.ts` runs it. */
import { start } from '../start.ts';

await start({
  loadPages: async () => ({
    render: async () => ({ status: 404, html: '', scriptHashes: [] }),
    serveAssets: async () => {},
    buildId: 'test',
    isDevelopment: false,
  }),
  loadDesk: () => Promise.reject(new Error('The desk is off')),
});
