/**
 * Every message that a shopper or an API client reads, except those of `page-messages.ts`. Messages that rules quote
 * keep their spelling, mistakes included (`docs/rules.md`). Each message is a separate export, so that the browser's bundle
 * contains only the ones that it uses.
 */
import {
  ADDRESS_MAX_LENGTH,
  ADDRESSES_MAX,
  CART_LINES_MAX,
  CATEGORY_MAX_LENGTH,
  IDEMPOTENCY_KEY_MAX_LENGTH,
  LOW_STOCK,
  PAGE_SIZE_MAX,
  PASSKEY_NAME_MAX_LENGTH,
  PASSKEYS_MAX,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  QUANTITY_MAX,
  RATING_MAX,
  USERNAME_MAX_LENGTH,
  USERNAME_MIN_LENGTH,
} from './limits.ts';
import { CHECK_BACKEND } from './page-messages.ts';

// Register and login (R3)
export const usernameRequired = 'Username is a required field';
export const usernameTooShort = `Username must be at least ${USERNAME_MIN_LENGTH} characters`;
export const usernameTooLong = `Username must be at most ${USERNAME_MAX_LENGTH} characters`;
export const usernameNotText = 'Username must be text';
export const usernameInvisible = 'Username must not contain control or invisible characters';
export const usernameTaken = 'Username is already taken';
export const passwordRequired = 'Password is a required field';
export const passwordTooShort = `Password must be at least ${PASSWORD_MIN_LENGTH} characters`;
export const passwordTooLong = `Password must be at most ${PASSWORD_MAX_LENGTH} characters`;
export const passwordNotText = 'Password must be text';
export const passwordsDiffer = 'Passwords do not match';
export const passwordGuessable = 'Choose a password that is harder to guess';
export const credentialsWrong = 'Username or password is incorrect';
export const currentPasswordRequired = 'Current password is a required field';
export const currentPasswordWrong = 'Current password is incorrect';
export const recoveryCodeRequired = 'Recovery code is a required field';
export const recoveryCodeNotText = 'Recovery code must be text';
export const recoveryCodeWrong = 'Username or recovery code is incorrect';
export const passwordUnchanged = 'The new password must differ from the current one';
export const registered = 'Registered Successfully';
export const loggedIn = 'Logged in successfully';

// Session (R1.7, R2.8)
export const loginToContinue = 'Log in to continue';
export const sessionExpired = 'Session expired. Log in again.';

// Catalogue and search
export const productMissing = 'Product does not exist';
export const limitInvalid = `limit must be a whole number from 1 to ${PAGE_SIZE_MAX}`;
export const cursorInvalid = 'cursor is not one that this shop gave out';
export const idsInvalid = `ids must be 1 to ${PAGE_SIZE_MAX} product ids, separated by commas`;
export const searchTextInvalid = 'value must be given at most once';
export const exactInvalid = 'The exact parameter must be 1, or missing';
export const groupsInvalid = 'The groups parameter must be 1, or missing';
export const categoryInvalid = `category must be given at most once, in at most ${CATEGORY_MAX_LENGTH} characters`;
export const minCostInvalid = 'minCost must be an amount in dollars with at most two decimals';
export const maxCostInvalid = 'maxCost must be an amount in dollars with at most two decimals';
export const minRatingInvalid = `minRating must be a whole number from 1 to ${RATING_MAX}`;
export const sortInvalid = 'sort must be relevance, price, price-desc or rating';

// Cart (R5.7, R9.7)
export const productIdRequired = 'productId is a required field';
export const quantityInvalid = `qty must be a whole number from 0 to ${QUANTITY_MAX}`;
export const cartTooLong = `A cart can hold at most ${CART_LINES_MAX} different products`;
export const cartTotalTooHigh = 'The total of a cart must be at most $100000000';

// Addresses
export const addressEmpty = 'Address must not be empty';
export const addressTooLong = `Address must be at most ${ADDRESS_MAX_LENGTH} characters`;
export const addressesTooMany = `At most ${ADDRESSES_MAX} addresses can be saved`;
export const addressMissing = 'Address does not exist';
export const addressNotText = 'Address must be text';

// Checkout (R6.6, R9.8)
export const noAddress = 'Please add a new address before proceeding';
export const noAddressSelected = 'select one shipping address';
export const balanceTooLow = 'Not have enough balance';
export const cartEmpty = 'Cart is empty';
export const pricesChanged = 'Prices have changed. Check your cart and try again.';
export const cartProductGone =
  'A product in your cart is no longer available. Remove it and try again.';
export const idempotencyKeyInvalid = `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX_LENGTH} visible ASCII characters`;
export const idempotencyKeyReused = 'This Idempotency-Key belongs to an order to another address';
export const expectedTotalInvalid =
  'Expected-Total must be an amount in dollars with at most two decimals';
export const onlyIfPlacedInvalid = 'Only-If-Placed must be true, or missing';
export const nothingOrdered = 'Nothing was ordered. Check your cart and try again.';
export const orderPlaced = 'Order place succesfully!';
export const orderMissing = 'Order does not exist';
export const orderShipped = 'Order has already been shipped';
export const orderCancelled = 'Order has been cancelled';
export const orderUnconfirmedHint =
  'It may have been placed, or not. We ask again until we know. It is never placed twice.';
export const orderNotPlaced = 'Your order was not placed.';
export const cartOrderedElsewhere = 'This cart is no longer there.';
export const cartOrderedElsewhereHint =
  'It was ordered or emptied in another tab or on another device. It was not ordered twice.';

// Failed calls in the browser (R2)
export const addressAddUnreachable = `Could not add this address. ${CHECK_BACKEND}`;
export const addressDeleteUnreachable = `Could not delete this address. ${CHECK_BACKEND}`;
export const checkoutUnreachable = `Could not placed order.${CHECK_BACKEND}`;
export const ordersUnreachable = `Could not fetch your orders. ${CHECK_BACKEND}`;
export const orderCancelUnreachable = `Could not cancel this order. ${CHECK_BACKEND}`;

// Account
export const passwordChanged = 'Password changed. Other sessions have ended.';
export const accountUnreachable = `Could not fetch your account. ${CHECK_BACKEND}`;
export const exportUnreachable = `Could not download your data. ${CHECK_BACKEND}`;
export const accountDeleted = 'Your account is deleted. Orders remain without your name.';
export const accountDeletionUnknown =
  'We did not hear back. Your account may have been deleted, or not. Try again to find out.';
export const newCodesUnreachable = `Could not get new codes. The old ones may have stopped working. ${CHECK_BACKEND}`;
export const codesCopied = 'Recovery codes copied.';
export const codesNotCopied = 'The browser did not copy the codes. Save or print them.';
export const passwordRecovered = 'Password changed. Log in with the new one.';
export const recoveryMissing = 'This shop has no recovery codes.';
export const recoveryUnreachable = `We did not hear back. Your password may have been changed, or not. ${CHECK_BACKEND}`;
export const walletUnreachable = `Could not fetch your wallet. ${CHECK_BACKEND}`;
export const sessionMissing = 'Session does not exist';
export const loggedOutThere = 'That session has ended.';
export const loggedOutElsewhere = 'You are logged out everywhere else.';
export const passkeyRefused = 'This passkey cannot be used here. Try again, or use your password.';
export const passkeyMissing = 'Passkey does not exist';
export const passkeysTooMany = `At most ${PASSKEYS_MAX} passkeys can be added`;
export const passkeyNameInvisible = 'The name must not contain control or invisible characters';
export const passkeyNameTooLong = `The name must be at most ${PASSKEY_NAME_MAX_LENGTH} characters`;
export const passkeyAdded = 'Passkey added. You can log in with it from now on.';
export const passkeyRemoved = 'Passkey removed.';
export const passkeyNotUsed = 'No passkey was used.';
export const passkeyKnown = 'This device has a passkey for your account already.';
export const passkeysNotHere = 'This shop has no passkeys. Log in with your password.';
export const passkeysUnreachable = `Could not fetch your passkeys. ${CHECK_BACKEND}`;
export const passkeyAddUnreachable = `Could not add this passkey. ${CHECK_BACKEND}`;
export const passkeyRemoveUnreachable = `Could not remove this passkey. ${CHECK_BACKEND}`;
export const sessionsUnreachable = `Could not fetch your sessions. ${CHECK_BACKEND}`;
export const loginsUnreachable = `Could not fetch your logins. ${CHECK_BACKEND}`;
export const logoutElsewhereUnreachable = `Could not log you out elsewhere. ${CHECK_BACKEND}`;
export const passwordUnreachable = `Could not change your password. ${CHECK_BACKEND}`;

export const forfeitInvalid = 'forfeit must be an amount in dollars';

// HTTP
export const notFound = 'Not found';
export const methodNotAllowed = 'Method not allowed';
export const notJson = 'Send the body as application/json';
export const bodyEncoded = 'Send the body without a Content-Encoding';
export const jsonMalformed = 'The body is not valid JSON';
export const bodyNotObject = 'The body must be a JSON object';
export const bodyTooLarge = 'The body is larger than 64 kB';
export const headersTooLarge = 'The headers of this request are too large';
export const requestTooSlow = 'The request took too long to arrive';
/** @param place like `body` @param path of the field in it, like `/credential/id` */
export const fieldInvalid = (place: string, path: string): string =>
  `The request is malformed: see ${place}${path.replaceAll('/', '.')}`;
export const urlMalformed = 'The address of this request is malformed';
export const hostUnknown = 'This server has another name';
export const requestMalformed = 'The request is malformed';
export const tooManyRequests = 'Too many requests. Try again later.';
export const tooManyFailedLogins = 'Too many failed logins. Try again later.';
export const overloaded = 'The shop is busy. Try again in a moment.';
export const starting = 'The shop is starting. Try again in a moment.';
export const serverError = 'Something went wrong on our side.';

/** The stock of a product, in its dialog. */
export function unitsLeft(stock: number): string {
  if (stock === 0) return 'Out of stock';
  return stock <= LOW_STOCK ? `Only ${stock} left` : 'In stock';
}

/** A checkout is refused because a product is out of stock. */
export function outOfStock(name: string): string {
  return `${name} is out of stock`;
}

/** The erasure of an account is refused because orders are not shipped yet. */
export function ordersNotShipped(count: number): string {
  return count === 1
    ? '1 order is not shipped yet: it must be shipped or cancelled first'
    : `${count} orders are not shipped yet: they must be shipped or cancelled first`;
}

/** The deletion of an account is refused because the shopper has not seen what is lost. @param amount as `formatCents` writes it */
export function walletHas(amount: string): string {
  return `Your wallet has ${amount}: confirm that you give this amount up`;
}

/** @param numbers of the orders that the text fits */
export function severalOrders(numbers: string): string {
  return `Several orders begin or end like this: ${numbers}`;
}

/** Says what a cancellation has returned. @param amount dollars, as `formatCents` writes them */
export function backInWallet(amount: string): string {
  return `Order cancelled. ${amount} is back in your wallet.`;
}

/** A checkout is refused because the stock is lower than the quantity in the cart. */
export function onlyLeft(left: number, name: string): string {
  return `Only ${left} of ${name} left`;
}
