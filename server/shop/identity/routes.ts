/** Serves the files of the shop's identity. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { Refusal } from '../../../contract/refusals.ts';
import type { LoadShedder } from '../../platform/http/load-shedder.ts';
import { FOR_EVER, fileHeaders, picturePolicy } from '../../platform/http/security-headers.ts';
import { IDENTITY_FILES } from './files.ts';
import type { IdentityCache } from './identity-cache.ts';

const Params = Type.Object({ file: Type.String() });
const schema = { hide: true, params: Params };

interface IdentityRoutesOptions {
  identity: IdentityCache;
  shedder: LoadShedder;
}

export const identityRoutes: FastifyPluginAsyncTypebox<IdentityRoutesOptions> = async (
  app,
  { identity, shedder },
) => {
  shedder.watchProcessor(app);
  app.get(`${IDENTITY_FILES}/:file`, { schema }, async ({ params }, reply) => {
    const file = await identity.findFile(params.file, () => shedder.requireDatabase());
    if (file === undefined) throw new Refusal('NOT_FOUND');
    return reply
      .headers({
        ...fileHeaders,
        'cache-control': FOR_EVER,
        'content-security-policy': picturePolicy,
      })
      .type(file.type)
      .send(file.body);
  });
};
