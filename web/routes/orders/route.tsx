import { useSearchParams } from 'react-router';
import { INVOICE_PARAMETER } from '../../../contract/page-addresses.ts';
import { ordersQuery } from '../../api/orders.ts';
import { queryClientContext } from '../../app/query-client.ts';
import { ShopperScreen } from '../../app/shopper-screen.tsx';
import { tokenContext } from '../../session/session.ts';
import type { Route } from './+types/route.ts';
import { Invoice } from './invoice.tsx';
import { OrderList } from './order-list.tsx';

/** Prefetches the orders while the screen's script loads or the page is hydrated. */
export async function clientLoader({ context }: Route.ClientLoaderArgs) {
  const client = context.get(queryClientContext);
  client.prefetchInfiniteQuery(ordersQuery(context.get(tokenContext)));
  return null;
}
// The server renders only the fallback, because the session is in the browser.
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <ShopperScreen name="orders" />;
}

/** Shows the shopper's orders, newest first (R9.13). */
export default function Orders() {
  const [parameters] = useSearchParams();
  const invoice = parameters.get(INVOICE_PARAMETER);
  if (invoice !== null) return <Invoice number={invoice} />;
  return (
    <ShopperScreen name="orders">
      <OrderList />
    </ShopperScreen>
  );
}
