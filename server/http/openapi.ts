/** The OpenAPI 3.1 document, made from the routes' own schemas, and a page to read it on. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import packageJson from '../../package.json' with { type: 'json' };
import { docsPolicy } from './security.ts';

/** Registered before the routes, so that it sees them. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'QKart',
        version: packageJson.version,
        description: 'The API behind the shop. Errors are always `{"success": false, "message"}`.',
        license: { name: packageJson.license, identifier: packageJson.license },
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: () => docsPolicy,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
