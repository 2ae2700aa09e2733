import type { FastifyCorsOptions } from '@fastify/cors';
import { replyHeaders } from '../../../../contract/endpoints/reply-headers.ts';

/** Pages of any origin may use the API: it knows shoppers by their token, not by a cookie. */
export const corsOptions: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'DELETE'],
  // An OPTIONS request that is no preflight gets the same reply.
  strictPreflight: false,
  exposedHeaders: Object.keys(replyHeaders),
  // Seconds that a browser keeps the reply to a preflight; Chromium keeps none longer.
  maxAge: 2 * 60 * 60,
};
