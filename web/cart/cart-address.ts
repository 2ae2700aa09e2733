/** The address of the cart over the products: the sidebar, or a sheet below 900 px (R1.6). */
import { type To, useLocation } from 'react-router';
import { useCloseOverList } from '../session/over-list.ts';

/** The hash of the address, and the id of the cart's section. */
export const CART_ID = 'cart';
/** The id of the header's link to it. */
export const CART_LINK_ID = 'cart-link';

/** The cart over the list that the products page shows, or over the whole catalogue. */
export function useCartAddress(): To {
  const { pathname, search } = useLocation();
  return { pathname: '/', search: pathname === '/' ? search : '', hash: `#${CART_ID}` };
}

/** The key of the navigation that led to the cart; undefined if the address is not the cart's. */
export function useCartVisit(): string | undefined {
  const { hash, key } = useLocation();
  return hash === `#${CART_ID}` ? key : undefined;
}

export function useCloseCart(): () => void {
  const { search } = useLocation();
  return useCloseOverList({ pathname: '/', search });
}
