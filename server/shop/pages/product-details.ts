/** The details of a product that its page shows beyond a list's fields. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { PRODUCT_DETAILS_PATH, PRODUCT_PARAMETER } from '../../../contract/page-addresses.ts';
import { ProductDetails } from '../../../contract/pages.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { LoadShedder } from '../../platform/http/load-shedder.ts';
import type { AppServices } from '../../platform/services.ts';
import { findProductDetails } from '../catalogue/store.ts';

const Query = Type.Object({ [PRODUCT_PARAMETER]: Type.String() });

export interface ProductDetailsOptions extends Pick<AppServices, 'db'> {
  shedder: LoadShedder;
}

/** Read for each request, because orders reduce stock without a new version of the catalogue. */
export const productDetailsRoutes: FastifyPluginAsyncTypebox<ProductDetailsOptions> = async (
  app,
  { db, shedder },
) => {
  shedder.watchDatabase(app);
  const schema = { hide: true, querystring: Query, response: { 200: ProductDetails } };
  app.get(PRODUCT_DETAILS_PATH, { schema }, async (request) => {
    const product = await findProductDetails(db, request.query[PRODUCT_PARAMETER]);
    if (product === undefined) throw new Refusal('PRODUCT_MISSING');
    return product;
  });
};
