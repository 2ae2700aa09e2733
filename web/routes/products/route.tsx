import {
  type ComponentProps,
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
} from 'react';
import { data, redirectDocument, useLocation } from 'react-router';
import {
  isFiltered,
  listingOf,
  pageAddress,
  productIdOf,
  textNameOf,
  wholeCatalogue,
} from '../../../contract/listing.ts';
import { productsQuery } from '../../api/products.ts';
import { pageContext } from '../../app/page-context.ts';
import { queryClientContext } from '../../app/query-client.ts';
import { useCartVisit } from '../../cart/cart-address.ts';
import { useCart } from '../../cart/use-cart.ts';
import { SearchBox } from '../../search/search-box.tsx';
import type { ProductState } from '../../session/over-list.ts';
import { useReturnToList } from '../../session/return-address.ts';
import { useSession } from '../../session/session.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { useIsSmall } from '../../ui/media.ts';
import type { Route } from './+types/route.ts';
import { importProductDialog } from './details/use-open-product.ts';
import { ListMeta } from './list-meta.tsx';
import { Hero } from './listing/hero.tsx';
import { ProductResults } from './listing/product-results.tsx';
import styles from './route.module.css';
import { ListData, ProductData } from './structured-data.tsx';

/** Loads the first page, its facets and the product in the address for the server-rendered HTML. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  const listing = listingOf(parameters);
  const productId = productIdOf(parameters);
  const textName = textNameOf(parameters);
  const { findProducts, findFacets, product = null, legalText = null } = context.get(pageContext);
  const [page, facets] = await Promise.all([findProducts(listing), findFacets(listing)]);
  const isMissing = productId !== '' ? product === null : textName !== '' && legalText === null;
  return data(
    {
      ...{ listing, page, facets, productId, product },
      ...(textName !== '' && { legalText }),
    },
    { status: isMissing ? 404 : 200 },
  );
}

/** In the browser the components query the API. The loader starts their query, so that the cart can wait for it. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const parameters = new URL(request.url).searchParams;
  // Only the server has the legal texts. Links to them load a page; back and forward may come here.
  if (textNameOf(parameters) !== '') throw redirectDocument(request.url);
  const listing = listingOf(parameters);
  context.get(queryClientContext).prefetchInfiniteQuery(productsQuery(listing));
  return undefined;
}

export function shouldRevalidate() {
  return false;
}

/** Shows the products, and the cart of a logged-in shopper (R1.6). */
export default function Products({ loaderData }: Route.ComponentProps) {
  const { search, state } = useLocation();
  const parameters = new URLSearchParams(search);
  const listing = listingOf(parameters);
  const productId = productIdOf(parameters);
  const textName = textNameOf(parameters);
  return (
    <>
      {textName !== '' ? (
        <LegalTextOverList
          name={textName}
          listAddress={pageAddress(listing)}
          text={loaderData?.legalText ?? null}
        />
      ) : productId === '' ? (
        <ListMeta listing={listing} isEmpty={loaderData?.page.products.length === 0} />
      ) : (
        <ProductOverList
          // The dialog stays open while a shopper chooses among variants.
          key={(state as ProductState | null)?.openedWith ?? productId}
          productId={productId}
          address={pageAddress(listing, productId)}
          listAddress={pageAddress(listing)}
          rendered={loaderData?.productId === productId ? loaderData.product : undefined}
        />
      )}
      {loaderData?.product && <ProductData product={loaderData.product} />}
      {loaderData?.productId === '' && <ListData products={loaderData.page.products} />}
      <WithCart>
        {/* The second search box (R1.5). */}
        <div className={styles.narrowSearch}>
          <SearchBox />
        </div>
        {listing.text === '' && !isFiltered(listing) && <Hero />}
        <div className={styles.products}>
          <ErrorBoundary what="The list of products">
            <ProductResults listing={listing} rendered={loaderData} />
          </ErrorBoundary>
        </div>
      </WithCart>
    </>
  );
}

/**
 * A dialog over the list, whose script is loaded when it is needed. Memoised, because rendering again would replace the
 * server's HTML before the script is loaded.
 */
function lazyDialog<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Dialog = lazy(load);
  return memo(function LazyDialog(props: Props & ComponentProps<typeof Dialog>) {
    return (
      <Suspense fallback={<ListMeta listing={wholeCatalogue} />}>
        <Dialog {...props} />
      </Suspense>
    );
  });
}

const LegalTextOverList = lazyDialog(() => import('./legal-text-dialog.tsx'));
const ProductOverList = lazyDialog(importProductDialog);

// Visitors have no cart.
const CartPanel = lazy(() => import('../../cart/cart-panel.tsx'));
const SmallCart = lazy(() => import('../../cart/cart-sheet.tsx'));

/** Shows the cart beside or over the products. `children` do not render again when the cart changes. */
function WithCart({ children }: { children: ReactNode }) {
  const { token } = useSession();
  const query = useCart();
  const isSmall = useIsSmall();
  const visit = useCartVisit();
  const isShown = token !== null;
  useReturnToList();

  return (
    <>
      <div className={styles.shop}>
        {children}
        {!isSmall && (
          <div className={styles.sidebar}>
            <ErrorBoundary what="Your cart">
              <Suspense>{isShown && <CartPanel {...query} />}</Suspense>
            </ErrorBoundary>
          </div>
        )}
      </div>
      {isShown && isSmall && (
        <ErrorBoundary what="Your cart">
          <Suspense>
            <SmallCart {...query} isOpen={visit !== undefined} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
