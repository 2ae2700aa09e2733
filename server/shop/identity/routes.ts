/** Serves the files of the shop's identity. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../contract/refusals.ts';
import type { LoadShedder } from '../../platform/http/load-shedder.ts';
import { fileHeaders, picturePolicy } from '../../platform/http/security-headers.ts';
import { IDENTITY_FILES } from './files.ts';
import type { IdentityCache } from './identity-cache.ts';

const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Browsers look for an icon there without being told, such as beside a picture that is opened alone. */
const USUAL_ICONS = ['/favicon.ico', '/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'];
const REDIRECT_CACHE_CONTROL = 'public, max-age=3600';

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
  app.get(`${IDENTITY_FILES}/:file`, { schema }, async ({ params }, reply) => {
    const file = await identity.findFile(params.file, () => shedder.requireDatabase());
    if (file === undefined) throw new Refusal('NOT_FOUND');
    return reply
      .headers({
        ...fileHeaders,
        'cache-control': CACHE_CONTROL,
        'content-security-policy': picturePolicy,
      })
      .type(file.type)
      .send(file.body);
  });
};

/** Redirects to the shop's own icon. Without an identity, the demo's files are there. Call it before those are served. */
export function redirectIcons(app: FastifyInstance, identity: IdentityCache): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!USUAL_ICONS.includes(url)) return;
    const { shop } = await identity.current();
    if (shop === undefined) return;
    return reply.header('cache-control', REDIRECT_CACHE_CONTROL).redirect(shop.touchIcon);
  });
}
