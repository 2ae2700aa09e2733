/** The shop while somebody works on it: pages from their sources, replaced as they change. */
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import type { Pages } from './app.ts';
import { pageRenderer } from './pages/renderer.ts';
import { start } from './start.ts';

const root = resolve(import.meta.dirname, '..');
const SERVER_BUILD = 'virtual:react-router/server-build';

await start(async (): Promise<Pages> => {
  let vite: ViteDevServer | undefined;
  return {
    render: pageRenderer(async () => {
      // Vite's module is what the build's server half is, made on the fly.
      return (await vite?.ssrLoadModule(SERVER_BUILD)) as ServerBuild;
    }, 'development'),
    buildId: 'development',
    isDevelopment: true,
    async serveAssets(app: FastifyInstance) {
      const server = await createServer({
        root,
        appType: 'custom',
        // On the shop's own port, so that there is one address to open.
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      vite = server;
      app.addHook('onClose', () => server.close());
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done();
        // Answers what is Vite's and calls back for the rest.
        server.middlewares(request.raw, reply.raw, done);
      });
    },
  };
});
