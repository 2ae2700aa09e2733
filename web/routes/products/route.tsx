import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { listingOf } from '../../../contract/listing.ts';
import { productsQuery } from '../../api/products.ts';
import { pageContext } from '../../app/page-context.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { queryClientContext } from '../../app/query-client.ts';
import { CartPanel } from '../../cart/cart-panel.tsx';
import { LoadFailure } from '../../cart/load-failure.tsx';
import { useCart } from '../../cart/use-cart.ts';
import { SearchBox } from '../../search/search-box.tsx';
import type { Route } from './+types/route.ts';
import { CartBar } from './cart-bar.tsx';
import { Hero } from './hero.tsx';
import { ProductResults } from './product-results.tsx';
import styles from './route.module.css';
import { StructuredData } from './structured-data.tsx';

/** Loads the first page and its facets for the server-rendered HTML. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const listing = listingOf(new URL(request.url).searchParams);
  const { findProducts, findFacets } = context.get(pageContext);
  const [page, facets] = await Promise.all([findProducts(listing), findFacets(listing)]);
  return { listing, page, facets };
}

/** In the browser the components query the API; this starts the query, so that the cart can wait for it. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  const listing = listingOf(new URL(request.url).searchParams);
  context.get(queryClientContext).prefetchInfiniteQuery(productsQuery(listing));
  return undefined;
}

export function shouldRevalidate() {
  return false;
}

/** The products, and the cart of a shopper who is logged in (spec 2, products). */
export default function Products({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  const listing = listingOf(new URLSearchParams(search));
  return (
    <>
      <PageMeta
        title={
          listing.text === ''
            ? 'QKart: trending items with fast delivery'
            : `${listing.text} | QKart`
        }
        description="Your one-stop shop for trending items, with fast delivery to your doorstep."
        path="/"
      />
      {loaderData && <StructuredData products={loaderData.page.products} />}
      <WithCart>
        <div className={styles.products}>
          {/* The second search box (spec 2, header). */}
          <div className={styles.narrowSearch}>
            <SearchBox />
          </div>
          <Hero />
          <ProductResults listing={listing} rendered={loaderData} />
        </div>
      </WithCart>
    </>
  );
}

/** The cart beside the products. `children` are not rendered again when it changes. */
function WithCart({ children }: { children: ReactNode }) {
  const { cart, isMissing, retry } = useCart();
  return (
    <>
      <div className={styles.shop}>
        {children}
        <div className={styles.sidebar}>
          {cart && <CartPanel cart={cart} onRetry={retry} />}
          {isMissing && <LoadFailure what="Your cart" onRetry={retry} />}
        </div>
      </div>
      {cart && <CartBar cart={cart} />}
    </>
  );
}
