import type { FastifyCorsOptions } from '@fastify/cors';
import { refusalHeaders, searchHeaders } from '../../../contract/paths.ts';

/** Pages of any origin may use the API: it knows shoppers by their token, not by a cookie. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'DELETE'],
  // An OPTIONS request that is no preflight gets the same reply.
  strictPreflight: false,
  exposedHeaders: [
    'ETag',
    'Link',
    'Retry-After',
    'Idempotency-Replayed',
    'X-Request-Id',
    ...Object.values(searchHeaders),
    ...Object.values(refusalHeaders),
  ],
};
