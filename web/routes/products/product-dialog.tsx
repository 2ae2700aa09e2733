import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listingOf, pageAddress } from '../../../contract/listing.ts';
import type { ProductDetails } from '../../../contract/pages.ts';
import { type ProductState, useCloseOverList } from '../../app/over-list.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { pictures } from '../../ui/pictures.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { onPlainClick } from './filters.ts';
import styles from './product-dialog.module.css';
import { ProductView } from './product-view.tsx';
import { useShownProduct } from './use-shown-product.ts';

interface ProductDialogProps {
  productId: string;
  /** The address of the dialog, as in the links of the cards. */
  address: string;
  /** The address of the list under the dialog. */
  listAddress: string;
  /** The product in the server's HTML; null if the server knows no such product. */
  rendered: ProductDetails | null | undefined;
}

/** Shows one product over the list (decisions, addresses that are not in the specification). */
export default function ProductDialog(props: ProductDialogProps) {
  const { productId, address, listAddress, rendered } = props;
  const nameId = useId();
  const navigate = useNavigate();
  const close = useCloseOverList(listAddress);
  const { state, search } = useLocation();
  // Only links to products set a state here.
  const choice = (state as ProductState | null) ?? {};
  const { product, isLoading, hasFailed, retry } = useShownProduct(productId, rendered);

  function choose(variantId: string): void {
    const { isUndecided: _, ...decided } = choice;
    navigate(pageAddress(listingOf(new URLSearchParams(search)), variantId), {
      state: { openedWith: productId, ...decided } satisfies ProductState,
      replace: true,
      preventScrollReset: true,
    });
  }

  return (
    <Dialog labelledBy={nameId} onClose={close} findReturnFocus={() => findLinkTo(address)}>
      <LinkButton
        to={listAddress}
        variant="quiet"
        className={styles.close}
        aria-label="Close"
        onClick={onPlainClick(close)}
      >
        <Icon name="close" />
      </LinkButton>
      {product === null && <Missing nameId={nameId} />}
      {product === undefined && <Unknown nameId={nameId} onRetry={hasFailed ? retry : undefined} />}
      {product && (
        <ProductView
          nameId={nameId}
          product={product}
          isUndecided={choice.isUndecided ?? false}
          isLoading={isLoading}
          onChoose={choose}
        >
          {hasFailed && <LoadFailure what="Its description" onRetry={retry} />}
        </ProductView>
      )}
    </Dialog>
  );
}

function findLinkTo(address: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
}

function Missing({ nameId }: { nameId: string }) {
  const reason = 'It is no longer sold, or the address is mistyped.';
  return (
    <div className={styles.message}>
      <PageMeta title="This product is not available" description={reason} />
      <img src={pictures.lost} alt="" width={160} height={160} />
      <h2 id={nameId}>This product is not available</h2>
      <p>{reason}</p>
      <LinkButton to="/">All products</LinkButton>
    </div>
  );
}

interface UnknownProps {
  nameId: string;
  /** Undefined while the product is loading. */
  onRetry: (() => void) | undefined;
}

function Unknown({ nameId, onRetry }: UnknownProps) {
  return (
    <div className={styles.message}>
      <PageMeta title="Product" />
      <h2 id={nameId} className="visually-hidden">
        Product
      </h2>
      {onRetry ? (
        <LoadFailure what="This product" onRetry={onRetry} />
      ) : (
        <Spinner label="Loading product" />
      )}
    </div>
  );
}
