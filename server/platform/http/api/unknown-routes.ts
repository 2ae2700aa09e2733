/** 404 for unknown paths of the API; 405 with Allow for unknown methods of a path. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../../contract/refusals.ts';

/** Records the routes that are registered after this call. Call `refuseTheRest` after the last one. */
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
      // CORS answers OPTIONS for every path.
      const known = app.supportedMethods.filter((method) => method !== 'OPTIONS');
      for (const [url, methods] of allowed) {
        const allow = [...methods].join(', ');
        app.route({
          url,
          method: known.filter((method) => !methods.has(method)),
          // Before the body is read: the method is wrong, whatever the body.
          onRequest: async (_request, reply) => {
            reply.header('allow', allow);
            throw new Refusal('METHOD_NOT_ALLOWED');
          },
          handler: unreachable,
        });
      }
      app.all(`${prefix}/*`, {
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
