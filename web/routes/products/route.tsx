import { memo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { listingOf } from '../../../contract/listing.ts';
import { CartPanel } from '../../cart/cart-panel.tsx';
import { useCart } from '../../cart/lines.ts';
import { pageContext } from '../../page-context.ts';
import { PageMeta } from '../../shell/page-meta.tsx';
import { hasSameData } from '../../shell/same-data.ts';
import { SearchBox } from '../../shell/search-box.tsx';
import type { Route } from './+types/route.ts';
import { CartBar } from './cart-bar.tsx';
import { Hero } from './hero.tsx';
import { ProductResults } from './product-results.tsx';
import { useRendered } from './results.ts';
import styles from './route.module.css';
import { StructuredData } from './structured-data.tsx';

/** On the server: a page of products and what narrows them, so that they arrive as HTML. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const listing = listingOf(new URL(request.url).searchParams);
  const { findProducts, findFacets } = context.get(pageContext);
  const [page, facets] = await Promise.all([findProducts(listing), findFacets(listing)]);
  return { listing, page, facets };
}

/** In the browser the API is asked instead, by the components that show the answer. */
export async function clientLoader() {
  return undefined;
}

export function shouldRevalidate() {
  return false;
}

/** The products, and the cart for who is logged in (spec 2, products). */
export default memo(function Products({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation();
  const listing = listingOf(new URLSearchParams(search));
  useRendered(loaderData);
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
          {/* The second search box (spec 2, header): here, so that the screen's own content moves nothing. */}
          <div className={styles.narrowSearch}>
            <SearchBox />
          </div>
          <Hero />
          <ProductResults listing={listing} />
        </div>
      </WithCart>
    </>
  );
}, hasSameData);

/** The cart beside the products. Where it changes, they needn't be rendered again. */
function WithCart({ children }: { children: ReactNode }) {
  const cart = useCart();
  return (
    <>
      <div className={styles.shop}>
        {children}
        <div className={styles.sidebar}>{cart && <CartPanel cart={cart} />}</div>
      </div>
      {cart && <CartBar cart={cart} />}
    </>
  );
}
