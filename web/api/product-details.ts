import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Product } from '../../contract/catalogue.ts';
import { productDetailsPath } from '../../contract/page-addresses.ts';
import type { ProductDetails } from '../../contract/pages.ts';
import { isProductDetails } from './answers/screens.ts';
import { ApiError, checked, request } from './client.ts';
import { fetchProducts } from './products.ts';

/** Another backend may have no details beyond the fields of a list. */
export type ShownProduct = Product & Partial<ProductDetails>;

/** A product with its details; null if it is not on sale. The dialog itself shows a failure. */
export function productDetailsQuery(id: string) {
  return queryOptions({
    queryKey: ['product', id],
    async queryFn({ signal }): Promise<ShownProduct | null> {
      try {
        return checked(await request(productDetailsPath(id), { signal }), isProductDetails).data;
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
      try {
        const products = await fetchProducts([id], signal);
        return products.find(({ _id }) => _id === id) ?? null;
      } catch (error) {
        if (!isRefused(error)) throw error;
        return null;
      }
    },
  });
}

/** Finds a variant in the loaded details of its group, whose texts are shown until its own are loaded. */
export function findLoadedVariant(client: QueryClient, id: string): ShownProduct | undefined {
  const loaded = client.getQueriesData<ShownProduct | null>({ queryKey: ['product'] });
  for (const [, details] of loaded) {
    const variant = details?.variants?.find(({ _id }) => _id === id);
    if (variant !== undefined) return { ...details, ...variant, pictures: [variant.image] };
  }
  return undefined;
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
