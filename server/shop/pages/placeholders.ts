/** Serves the drawn pictures of products without one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Refusal } from '../../../contract/refusals.ts';
import { fileHeaders } from '../../platform/http/security-headers.ts';
import { drawPlaceholder, PLACEHOLDERS } from '../catalogue/placeholder.ts';

const ENDING = '.svg';
/** A picture depends only on its address, but a new release may draw it differently. */
const CACHE_CONTROL = 'public, max-age=86400';

const Params = Type.Object({ file: Type.String() });
const schema = { hide: true, params: Params };

export const placeholderRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(`${PLACEHOLDERS}/:file`, { schema }, async ({ params: { file } }, reply) => {
    const svg = file.endsWith(ENDING) && drawPlaceholder(file.slice(0, -ENDING.length));
    if (!svg) throw new Refusal('NOT_FOUND');
    reply.headers({ ...fileHeaders, 'cache-control': CACHE_CONTROL });
    return reply.type('image/svg+xml').send(svg);
  });
};
