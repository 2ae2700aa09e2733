/** The OpenAPI 3.1 document, generated from the routes' schemas, and a page to read it on. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import { docsPolicy, documentHeaders } from './security-headers.ts';

/** Register it before the routes, which it collects. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        // A shop has its own name; the API is the same in each.
        title: 'Shop API',
        version: packageJson.version,
        description: 'Errors are always `{"success": false, "message"}`.',
        license: { name: packageJson.license, identifier: packageJson.license },
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.headers(documentHeaders);
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      transformStaticCSP: () => docsPolicy,
    });
  });
}
