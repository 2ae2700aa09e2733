/** Serves the shop's own pictures of products. Their names have a hash of their content, so browsers keep them. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  type PictureFormat,
  PRODUCT_PICTURES,
  parsePictureName,
  pictureFormats,
} from '../../../contract/pictures.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { LoadShedder } from '../../platform/http/load-shedder.ts';
import { fileHeaders } from '../../platform/http/security-headers.ts';
import type { AppServices } from '../../platform/services.ts';
import { readPictureFile } from './store.ts';

const FILE = new RegExp(`^([1-9]\\d{0,3})\\.(${pictureFormats.join('|')})$`);
const FOR_EVER = 'public, max-age=31536000, immutable';

const params = Type.Object({ picture: Type.String(), file: Type.String() });
const schema = { hide: true, params };

interface PictureOptions extends Pick<AppServices, 'db'> {
  shedder: LoadShedder;
}

export const pictureRoutes: FastifyPluginAsyncTypebox<PictureOptions> = async (
  app,
  { db, shedder },
) => {
  shedder.watchProcessor(app);
  shedder.watchDatabase(app);
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
