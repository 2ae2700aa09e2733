import type { QueryClient } from '@tanstack/react-query';
import { wholeCatalogue } from '../../contract/listing.ts';
import { cartQuery } from '../api/cart.ts';
import { productsByIdsQuery, productsQuery } from '../api/products.ts';
import { missingIds } from './use-cart.ts';

/** Prefetches the cart, and then its products that are not loaded yet. Failures show a toast. */
export async function prefetchCart(client: QueryClient, token: string): Promise<void> {
  await client.prefetchQuery(cartQuery(token));
  const cart = client.getQueryData(cartQuery(token).queryKey) ?? [];
  const list = client.getQueryData(productsQuery(wholeCatalogue).queryKey);
  const missing = missingIds(cart, list);
  if (missing.length > 0) await client.prefetchQuery(productsByIdsQuery(missing));
}
