/** The moment of adding: the product's picture moves to the cart's link in the header. */

export const CART_LINK_ID = 'cart-link';
/** `ui/base.css` sets its duration. */
const NAME = 'added-product';

/** Does nothing if the shopper prefers reduced motion, or the browser has no view transitions. */
export function movePictureToCart(picture: HTMLElement | null | undefined): void {
  const link = document.getElementById(CART_LINK_ID);
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!picture || !link || isReduced || !('startViewTransition' in document)) return;
  picture.style.viewTransitionName = NAME;
  const { ready, finished } = document.startViewTransition(() => {
    picture.style.viewTransitionName = '';
    link.style.viewTransitionName = NAME;
  });
  // The browser gives up a transition, for example when the next one begins. Then the picture doesn't move.
  ready.catch(() => {});
  finished.finally(() => {
    link.style.viewTransitionName = '';
  });
}
