/**
 * The messages of every page and of the products. They are apart from `messages.ts`, so that the first page does not load
 * those of other screens.
 */

// Session (R1.7, R2.8)
export const sessionEnded = 'Your session has ended. Log in again.';
export const checkoutNeedsLogin = 'You must be logged in to access checkout page';

// Products and cart (R5.2)
export const priceInvalid = 'Enter an amount in dollars, like 25 or 19.99';
export const pricesSwapped = 'The lowest price must not be above the highest';
export const loginToAdd = 'Log in to add an item to the cart';
export const chooseOption = 'Choose an option first';
export const alreadyInCart =
  'Item already in cart. use the cart sidebar to update quantity or remove item';

// Orders
export const orderUnconfirmed = 'We did not hear back about your order.';

// Failed calls in the browser (R2)
export const CHECK_BACKEND = 'Check that the backend is running, reachable and returns valid JSON.';
export const backendUnreachable = `Something went wrong. ${CHECK_BACKEND}`;
export const cartUnreachable = `Could not fetch cart details. ${CHECK_BACKEND}`;
export const cartAddUnreachable = `Could not fetch products. ${CHECK_BACKEND}`;
export const addressesUnreachable = `Could not fetch addresses. ${CHECK_BACKEND}`;
