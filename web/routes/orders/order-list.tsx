import { useInfiniteQuery } from '@tanstack/react-query';
import { ordersQuery } from '../../api/orders.ts';
import { useProductsOf } from '../../cart/use-cart.ts';
import { useSession } from '../../session/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { OrderCard } from './order-card.tsx';

/** Shows the loaded pages of the shopper's orders, and a button that loads more. */
export function OrderList() {
  const { token } = useSession();
  const list = useInfiniteQuery(ordersQuery(token));
  const orders = list.data?.pages.flatMap((page) => page.items) ?? [];
  const lines = orders.flatMap((order) => order.lines);
  const { products, isSettled } = useProductsOf(lines);
  return (
    <Loaded query={list} what="Your orders">
      {({ pages }) =>
        orders.length === 0 ? (
          <NoOrders isMissing={pages[0]?.isMissing === true} />
        ) : (
          <>
            <ul className="stack gap-3">
              {orders.map((order, index) => (
                <li key={order.id}>
                  <OrderCard
                    order={order}
                    products={products}
                    areProductsKnown={isSettled}
                    isNewest={index === 0}
                  />
                </li>
              ))}
            </ul>
            <ShowMore list={list} what="orders" />
          </>
        )
      }
    </Loaded>
  );
}

/** @param props.isMissing the backend can't list orders */
function NoOrders({ isMissing }: { isMissing: boolean }) {
  return (
    <EmptyState scene="parcel">
      <h2>{isMissing ? 'There is no list of orders here' : 'You have not ordered anything yet'}</h2>
      <p>{isMissing ? 'This shop does not list orders.' : 'What you order will be listed here.'}</p>
      <LinkButton to="/">Explore the products</LinkButton>
    </EmptyState>
  );
}
