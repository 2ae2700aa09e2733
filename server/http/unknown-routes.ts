/** 404 for paths that the API doesn't have, 405 with Allow for methods that a path doesn't. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../contract/refusals.ts';

/** Remembers the routes that are registered from here on; call `refuseTheRest` after the last. */
export function watchRoutes(app: FastifyInstance): { refuseTheRest(prefix: string): void } {
  const allowed = new Map<string, Set<string>>();
  let watching = true;
  app.addHook('onRoute', ({ url, method }) => {
    if (!watching) return;
    const methods = allowed.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    allowed.set(url, methods);
  });

  return {
    refuseTheRest(prefix) {
      watching = false;
      // OPTIONS is answered for every path, see CORS.
      const known = app.supportedMethods.filter((method) => method !== 'OPTIONS');
      for (const [url, methods] of allowed) {
        const allow = [...methods].join(', ');
        app.route({
          url,
          method: known.filter((method) => !methods.has(method)),
          schema: { hide: true },
          // Before the body is read: whatever it holds, the method is what's wrong.
          onRequest: async (_request, reply) => {
            reply.header('allow', allow);
            throw new Refusal('METHOD_NOT_ALLOWED');
          },
          handler: unreachable,
        });
      }
      app.all(`${prefix}/*`, {
        schema: { hide: true },
        onRequest: async () => {
          throw new Refusal('NOT_FOUND');
        },
        handler: unreachable,
      });
    },
  };
}

function unreachable(): never {
  throw new Error('The onRequest hook has answered already');
}
