import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listingOf, pageAddress } from '../../../../contract/listing.ts';
import type { ProductDetails } from '../../../../contract/pages.ts';
import {
  findLoadedVariant,
  productDetailsQuery,
  type ShownProduct,
} from '../../../api/product-details.ts';
import { findLoadedProduct } from '../../../api/products.ts';
import { PageMeta } from '../../../app/page-meta.tsx';
import { findLinkTo, type ProductState } from '../../../session/over-list.ts';
import { Loaded, type LoadedProps, LoadFailure } from '../../../ui/loaded.tsx';
import styles from '../dialog-over-list.module.css';
import { DialogOverList, Missing } from '../dialog-over-list.tsx';
import { ProductView } from './product-view.tsx';

interface ProductDialogProps {
  productId: string;
  /** The address of the dialog, as in the links of the cards. */
  address: string;
  /** The address of the list under the dialog. */
  listAddress: string;
  /** The product in the server's HTML; null if the server knows no such product. */
  rendered: ProductDetails | null | undefined;
}

/** Shows one product over the list (R4.5). */
export default function ProductDialog(props: ProductDialogProps) {
  const { productId, address, listAddress, rendered } = props;
  const nameId = useId();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  // Only links to products set a state here.
  const choice = (state as ProductState | null) ?? {};
  const client = useQueryClient();
  const details = useQuery({
    ...productDetailsQuery(productId),
    // The HTML may be old, so the product is refetched.
    ...(rendered !== undefined && { initialData: rendered, initialDataUpdatedAt: 0 }),
  });
  /** While the details load, the fields of a list. Null if it is not on sale; undefined while that is unknown. */
  const product: ShownProduct | null | undefined =
    details.data === undefined
      ? (findLoadedVariant(client, productId) ?? findLoadedProduct(client, productId))
      : details.data;

  function choose(variantId: string): void {
    const { isUndecided: _, ...decided } = choice;
    navigate(pageAddress(listingOf(new URLSearchParams(search)), variantId), {
      state: { openedWith: productId, ...decided } satisfies ProductState,
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <DialogOverList
      labelledBy={nameId}
      listAddress={listAddress}
      findReturnFocus={() => findLinkTo(address)}
    >
      {product === null && (
        <Missing
          headingId={nameId}
          title="This product is not available"
          reason="It is no longer sold, or the address is mistyped."
        />
      )}
      {product === undefined && <Unknown nameId={nameId} query={details} />}
      {product && (
        <ProductView
          nameId={nameId}
          product={product}
          isUndecided={choice.isUndecided ?? false}
          isLoading={details.isPending && product.description === undefined}
          onChoose={choose}
        >
          {details.isLoadingError && (
            <LoadFailure what="Its description" onRetry={() => void details.refetch()} />
          )}
        </ProductView>
      )}
    </DialogOverList>
  );
}

/** A product that isn't loaded yet. */
function Unknown({ nameId, query }: { nameId: string; query: LoadedProps<unknown>['query'] }) {
  return (
    <div className={styles.message}>
      <PageMeta title="Product" />
      <h2 id={nameId} className="visually-hidden">
        Product
      </h2>
      <Loaded query={query} what="This product">
        {() => null}
      </Loaded>
    </div>
  );
}
