/**
 * Every sentence that a shopper or an API client reads, word for word as the specification has it
 * (spec 5, 6, 8), spelling included.
 */
import {
  ADDRESS_MAX_LENGTH,
  ADDRESSES_MAX,
  CATEGORY_MAX_LENGTH,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  PAGE_SIZE_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  QUANTITY_MAX,
  RATING_MAX,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts';

const CHECK_BACKEND = 'Check that the backend is running, reachable and returns valid JSON.';

export const messages = {
  // Register and login (spec 5)
  usernameRequired: 'Username is a required field',
  usernameTooShort: `Username must be at least ${USERNAME_MIN_LENGTH} characters`,
  usernameTooLong: `Username must be at most ${USERNAME_MAX_LENGTH} characters`,
  usernameNotText: 'Username must be text',
  usernameTaken: 'Username is already taken',
  passwordRequired: 'Password is a required field',
  passwordTooShort: `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX_LENGTH} characters`,
  passwordNotText: 'Password must be text',
  passwordsDiffer: 'Passwords do not match',
  credentialsWrong: 'Username or password is incorrect',
  registered: 'Registered Successfully',
  loggedIn: 'Logged in successfully',

  // Session (spec 6, decisions)
  loginToContinue: 'Log in to continue',
  sessionExpired: 'Session expired. Log in again.',
  sessionEnded: 'Your session has ended. Log in again.',
  checkoutNeedsLogin: 'You must be logged in to access checkout page',

  // Catalogue and search
  productMissing: 'Product does not exist',
  limitInvalid: `limit must be a whole number from 1 to ${PAGE_SIZE_MAX}`,
  cursorInvalid: 'cursor is not one that this shop gave out',
  idsInvalid: `ids must be 1 to ${PAGE_SIZE_MAX} product ids, separated by commas`,
  searchTextInvalid: 'value must be given at most once',
  exactInvalid: 'The exact parameter must be 1, or missing',
  categoryInvalid: `category must be given at most once, in at most ${CATEGORY_MAX_LENGTH} characters`,
  minCostInvalid: 'minCost must be an amount in dollars with at most two decimals',
  maxCostInvalid: 'maxCost must be an amount in dollars with at most two decimals',
  minRatingInvalid: `minRating must be a whole number from 1 to ${RATING_MAX}`,
  sortInvalid: 'sort must be relevance, price, price-desc or rating',
  priceInvalid: 'Enter an amount in dollars, like 25 or 19.99',
  pricesSwapped: 'The lowest price must not be above the highest',

  // Cart (spec 5)
  loginToAdd: 'Log in to add an item to the cart',
  alreadyInCart: 'Item already in cart. use the cart sidebar to update quantity or remove item',
  productIdRequired: 'productId is a required field',
  quantityInvalid: `qty must be a whole number from 0 to ${QUANTITY_MAX}`,
  cartTotalTooHigh: 'The total of a cart must be at most $100000000',

  // Addresses
  addressEmpty: 'Address must not be empty',
  addressTooLong: `Address must be at most ${ADDRESS_MAX_LENGTH} characters`,
  addressesTooMany: `At most ${ADDRESSES_MAX} addresses can be saved`,
  addressMissing: 'Address does not exist',
  addressNotText: 'Address must be text',

  // Checkout (spec 5)
  noAddress: 'Please add a new address before proceeding',
  noAddressSelected: 'select one shipping address',
  balanceTooLow: 'Not have enough balance',
  cartEmpty: 'Cart is empty',
  pricesChanged: 'Prices have changed. Check your cart and try again.',
  cartProductGone: 'A product in your cart is no longer available. Remove it and try again.',
  idempotencyKeyInvalid: `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible ASCII characters`,
  idempotencyKeyReused: 'This Idempotency-Key belongs to an order to another address',
  expectedTotalInvalid: 'Expected-Total must be an amount in dollars with at most two decimals',
  orderPlaced: 'Order place succesfully!',
  orderMissing: 'Order does not exist',
  orderUnheard: 'We did not hear back about your order.',
  orderUnheardHint:
    'It may have been placed, or not. We ask again until we know. It is never placed twice.',
  orderNotPlaced: 'Your order was not placed.',
  cartOrderedElsewhere: 'This cart is no longer there.',
  cartOrderedElsewhereHint:
    'It was ordered or emptied in another tab or on another device. It was not ordered twice.',

  // Failures as the browser tells them (spec 8)
  backendUnreachable: `Something went wrong. ${CHECK_BACKEND}`,
  cartUnreachable: `Could not fetch cart details. ${CHECK_BACKEND}`,
  cartAddUnreachable: `Could not fetch products. ${CHECK_BACKEND}`,
  addressesUnreachable: `Could not fetch addresses. ${CHECK_BACKEND}`,
  addressAddUnreachable: `Could not add this address. ${CHECK_BACKEND}`,
  addressDeleteUnreachable: `Could not delete this address. ${CHECK_BACKEND}`,
  checkoutUnreachable: `Could not placed order.${CHECK_BACKEND}`,

  // HTTP itself
  notFound: 'Not found',
  methodNotAllowed: 'Method not allowed',
  notJson: 'Send the body as application/json',
  jsonMalformed: 'The body is not valid JSON',
  bodyNotObject: 'The body must be a JSON object',
  bodyTooLarge: 'The body is larger than 64 kB',
  headersTooLarge: 'The headers of this request are too large',
  requestTooSlow: 'The request took too long to arrive',
  urlMalformed: 'The address of this request is malformed',
  requestMalformed: 'The request is malformed',
  tooManyRequests: 'Too many requests. Try again later.',
  tooManyFailedLogins: 'Too many failed logins. Try again later.',
  overloaded: 'The shop is busy. Try again in a moment.',
  serverError: 'Something went wrong on our side.',
} as const;

/** Refused at checkout: nothing of it is left. */
export function outOfStock(name: string): string {
  return `${name} is out of stock`;
}

/** Refused at checkout: less is left than the cart holds. */
export function onlyLeft(left: number, name: string): string {
  return `Only ${left} of ${name} left`;
}
