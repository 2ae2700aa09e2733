import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, use } from 'react';
import { wholeCatalogue } from '../../../contract/listing.ts';
import { addressesQuery } from '../../api/addresses.ts';
import { cartQuery } from '../../api/cart.ts';
import { productsByIdsQuery, productsQuery } from '../../api/products.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { queryClientContext } from '../../app/query-client.ts';
import { missingIds, useCart } from '../../cart/use-cart.ts';
import { tokenContext, useSession } from '../../session/session.ts';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/route.ts';
import { CheckoutForm } from './checkout-form.tsx';
import { OrderNote } from './order/order-note.tsx';
import { usePlaceOrder } from './order/use-place-order.ts';
import styles from './route.module.css';

/** Begins to load the screen's data while its script loads or the page is hydrated. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const token = context.get(tokenContext);
  const client = context.get(queryClientContext);
  const settled = Promise.all([
    prefetchCart(client, token),
    client.prefetchQuery(addressesQuery(token)),
  ]);
  return { settled };
}
// The server renders only the fallback, because the session is in the browser.
clientLoader.hydrate = true as const;

/** Prefetches the cart, and then its products that are not loaded yet. Failures show a toast. */
async function prefetchCart(client: QueryClient, token: string): Promise<void> {
  await client.prefetchQuery(cartQuery(token));
  const cart = client.getQueryData(cartQuery(token).queryKey) ?? [];
  const list = client.getQueryData(productsQuery(wholeCatalogue).queryKey);
  const missing = missingIds(cart, list);
  if (missing.length > 0) await client.prefetchQuery(productsByIdsQuery(missing));
}

export function HydrateFallback() {
  return (
    <Frame>
      <Loading />
    </Frame>
  );
}

/** Shipping and payment, with the order beside them (R6). */
export default function Checkout({ loaderData }: Route.ComponentProps) {
  return (
    <Frame>
      <Suspense fallback={<Loading />}>
        <Screen {...loaderData} />
      </Suspense>
    </Frame>
  );
}

/** @param props.settled every request has succeeded or failed, so nothing moves any more */
function Screen({ settled }: { settled: Promise<unknown> }) {
  use(settled);
  const { token } = useSession();
  const cart = useCart();
  const addresses = useQuery(addressesQuery(token));
  const placing = usePlaceOrder();
  if (cart.isLoadingError) {
    return (
      <>
        <OrderNote placing={placing} />
        <LoadFailure what="Your cart" onRetry={cart.refetch} />
      </>
    );
  }
  if (cart.data === undefined) return <Loading />;
  return (
    <CheckoutForm
      cart={cart.data}
      addresses={addresses.data}
      onRetryAddresses={() => void addresses.refetch()}
      onRetryCart={cart.refetch}
      placing={placing}
    />
  );
}

/** Renders the heading from the start, because a navigation moves the focus to it. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={`column gap-6 ${styles.checkout}`}>
      <PageMeta title="Checkout" description="Choose an address and place your order." />
      <h1 className={styles.heading}>Checkout</h1>
      {children}
    </div>
  );
}

function Loading() {
  return <Spinner label="Loading checkout" />;
}
