/** The development server: pages from their sources, with hot reload. */
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer, type ViteDevServer } from 'vite';
import { builtDesk } from './desk/built.ts';
import { type Pages, pageRenderer } from './shop/pages/renderer.ts';
import { start } from './start.ts';

const root = resolve(import.meta.dirname, '..');
const SERVER_BUILD = 'virtual:react-router/server-build';

async function loadPages(): Promise<Pages> {
  let vite: ViteDevServer | undefined;
  return {
    render: pageRenderer(async () => {
      // Vite's module has the shape of the built server bundle.
      return (await vite?.ssrLoadModule(SERVER_BUILD)) as ServerBuild;
    }, 'development'),
    buildId: 'development',
    isDevelopment: true,
    async serveAssets(app: FastifyInstance) {
      const server = await createServer({
        root,
        appType: 'custom',
        // Hot reload uses the shop's own port.
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      vite = server;
      app.addHook('onClose', () => server.close());
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/')) return done();
        // Vite serves its own files, and calls `done` for all others.
        server.middlewares(request.raw, reply.raw, done);
      });
    },
  };
}

// The desk's screens are those that were built.
await start({ loadPages, loadDesk: builtDesk });
