/** The product of a dialog: with its details, or as a list has it while these are on their way. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductDetails } from '../../../contract/pages.ts';
import { productDetailsQuery, type ShownProduct } from '../../api/product-details.ts';
import { findLoadedProduct } from '../../api/products.ts';

/** @param rendered what the server rendered of it: null if it is not on sale there */
export function useShownProduct(id: string, rendered: ProductDetails | null | undefined) {
  const client = useQueryClient();
  const details = useQuery({
    ...productDetailsQuery(id),
    // The HTML may be old, so the product is asked for again.
    ...(rendered !== undefined && { initialData: rendered, initialDataUpdatedAt: 0 }),
  });
  const product: ShownProduct | null | undefined =
    details.data === undefined ? findLoadedProduct(client, id) : details.data;
  return {
    /** Null if it is not on sale, undefined if it is not known yet. */
    product,
    isLoading: details.isPending,
    hasFailed: details.isLoadingError,
    retry: () => void details.refetch(),
  };
}
