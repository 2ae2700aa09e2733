/** Serves the pictures of products. The names of the shop's own have a hash of their content, so browsers keep them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  type PictureFormat,
  PLACEHOLDERS,
  PRODUCT_PICTURES,
  parsePictureName,
  pictureFormats,
} from '../../../../contract/pictures.ts';
import { Refusal } from '../../../../contract/refusals.ts';
import type { LoadShedder } from '../../../platform/http/load-shedder.ts';
import { FOR_EVER, fileHeaders } from '../../../platform/http/security-headers.ts';
import type { AppServices } from '../../../platform/services.ts';
import { drawPlaceholder } from '../fields/placeholder.ts';
import { readPictureFile } from './store.ts';

const FILE = new RegExp(`^([1-9]\\d{0,3})\\.(${pictureFormats.join('|')})$`);
/** A drawn picture depends only on its address, but a new release may draw it differently. */
const A_DAY = 'public, max-age=86400';
const PLACEHOLDER_ENDING = '.svg';

const pictureParams = Type.Object({ picture: Type.String(), file: Type.String() });
const placeholderParams = Type.Object({ file: Type.String() });

interface PictureOptions extends Pick<AppServices, 'db'> {
  shedder: LoadShedder;
}

/** The drawn pictures of products without one need neither the database nor the load shedder. */
export const pictureRoutes: FastifyPluginAsyncTypebox<PictureOptions> = async (app, options) => {
  await app.register(storedPictureRoutes, options);
  const schema = { hide: true, params: placeholderParams };
  app.get(`${PLACEHOLDERS}/:file`, { schema }, async ({ params: { file } }, reply) => {
    const isDrawn = file.endsWith(PLACEHOLDER_ENDING);
    const svg = isDrawn && drawPlaceholder(file.slice(0, -PLACEHOLDER_ENDING.length));
    if (!svg) throw new Refusal('NOT_FOUND');
    reply.headers({ ...fileHeaders, 'cache-control': A_DAY });
    return reply.type('image/svg+xml').send(svg);
  });
};

const storedPictureRoutes: FastifyPluginAsyncTypebox<PictureOptions> = async (
  app,
  { db, shedder },
) => {
  shedder.watchProcessor(app);
  shedder.watchDatabase(app);
  const schema = { hide: true, params: pictureParams };
  app.get(`${PRODUCT_PICTURES}/:picture/:file`, { schema }, async ({ params }, reply) => {
    const { picture } = params;
    const [, side, format] = FILE.exec(params.file) ?? [];
    if (side === undefined || parsePictureName(picture) === undefined) {
      throw new Refusal('NOT_FOUND');
    }
    // Safe: the pattern has only these formats.
    const named = { picture, side: Number(side), format: format as PictureFormat };
    const bytes = await readPictureFile(db, named);
    if (bytes === undefined) throw new Refusal('NOT_FOUND');
    reply.headers({ ...fileHeaders, 'cache-control': FOR_EVER });
    return reply.type(`image/${format}`).send(Buffer.from(bytes));
  });
};
