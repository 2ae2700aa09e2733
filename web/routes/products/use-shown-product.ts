/** The product of a dialog with its details, or with the fields of a list while the details load. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ProductDetails } from '../../../contract/pages.ts';
import {
  findLoadedVariant,
  productDetailsQuery,
  type ShownProduct,
} from '../../api/product-details.ts';
import { findLoadedProduct } from '../../api/products.ts';

/** @param rendered the product in the server's HTML; null if it was not on sale then */
export function useShownProduct(id: string, rendered: ProductDetails | null | undefined) {
  const client = useQueryClient();
  const details = useQuery({
    ...productDetailsQuery(id),
    // The HTML may be old, so the product is refetched.
    ...(rendered !== undefined && { initialData: rendered, initialDataUpdatedAt: 0 }),
  });
  const product: ShownProduct | null | undefined =
    details.data === undefined
      ? (findLoadedVariant(client, id) ?? findLoadedProduct(client, id))
      : details.data;
  return {
    /** Null if the product is not on sale; undefined while that is unknown. */
    product,
    isLoading: details.isPending && product?.description === undefined,
    hasFailed: details.isLoadingError,
    retry: () => void details.refetch(),
  };
}
