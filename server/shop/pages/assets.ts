import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { FOR_EVER, fileHeaders } from '../../platform/http/security-headers.ts';

/** Serves a folder. Browsers keep files with a hash in their name for ever, others for an hour. */
export function serveFolder(root: string): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    await app.register(staticFiles, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      logLevel: 'warn',
      setHeaders(reply, path) {
        reply.headers(fileHeaders);
        const hashed = /[/\\](assets|product-pictures)[/\\]/.test(path);
        reply.header('cache-control', hashed ? FOR_EVER : 'public, max-age=3600');
      },
    });
  };
}
