/** Every refusal of the API: a stable code, an HTTP status and a message for people. */
import * as messages from './messages.ts';
import * as operatorMessages from './operator-messages.ts';

const refusals = {
  USERNAME_REQUIRED: [400, messages.usernameRequired],
  USERNAME_TOO_SHORT: [400, messages.usernameTooShort],
  USERNAME_TOO_LONG: [400, messages.usernameTooLong],
  PASSWORD_REQUIRED: [400, messages.passwordRequired],
  PASSWORD_TOO_SHORT: [400, messages.passwordTooShort],
  PASSWORD_TOO_LONG: [400, messages.passwordTooLong],
  USERNAME_INVISIBLE: [400, messages.usernameInvisible],
  PASSWORD_GUESSABLE: [400, messages.passwordGuessable],
  USERNAME_TAKEN: [400, messages.usernameTaken],
  CREDENTIALS_WRONG: [400, messages.credentialsWrong],
  CURRENT_PASSWORD_REQUIRED: [400, messages.currentPasswordRequired],
  CURRENT_PASSWORD_WRONG: [400, messages.currentPasswordWrong],
  PASSWORD_UNCHANGED: [400, messages.passwordUnchanged],
  RECOVERY_CODE_REQUIRED: [400, messages.recoveryCodeRequired],
  RECOVERY_CODE_WRONG: [400, messages.recoveryCodeWrong],
  PASSKEY_REFUSED: [400, messages.passkeyRefused],
  PASSKEY_NAME_INVISIBLE: [400, messages.passkeyNameInvisible],
  PASSKEY_MISSING: [404, messages.passkeyMissing],
  PASSKEYS_TOO_MANY: [400, messages.passkeysTooMany],
  FAILED_LOGINS_TOO_MANY: [429, messages.tooManyFailedLogins],
  LOGIN_REQUIRED: [401, messages.loginToContinue],
  SESSION_EXPIRED: [401, messages.sessionExpired],
  SESSION_MISSING: [404, messages.sessionMissing],

  CURSOR_INVALID: [400, messages.cursorInvalid],
  IDS_INVALID: [400, messages.idsInvalid],
  PRODUCT_MISSING: [404, messages.productMissing],

  CART_TOO_LONG: [400, messages.cartTooLong],
  CART_TOTAL_TOO_HIGH: [400, messages.cartTotalTooHigh],

  ADDRESS_EMPTY: [400, messages.addressEmpty],
  ADDRESS_TOO_LONG: [400, messages.addressTooLong],
  ADDRESSES_TOO_MANY: [400, messages.addressesTooMany],
  ADDRESS_MISSING: [404, messages.addressMissing],

  CART_EMPTY: [400, messages.cartEmpty],
  ADDRESS_NOT_SELECTED: [400, messages.noAddressSelected],
  PRICES_CHANGED: [409, messages.pricesChanged],
  CART_PRODUCT_GONE: [409, messages.cartProductGone],
  // The message names the product: see outOfStock and onlyLeft. The details are `product`, its id, and `left`, its units.
  STOCK_TOO_LOW: [409, ''],
  BALANCE_TOO_LOW: [400, messages.balanceTooLow],
  IDEMPOTENCY_KEY_REUSED: [422, messages.idempotencyKeyReused],
  NOTHING_ORDERED: [409, messages.nothingOrdered],
  ORDER_MISSING: [404, messages.orderMissing],
  // The message names the candidates: see severalOrders.
  ORDER_AMBIGUOUS: [409, ''],
  ORDER_SHIPPED: [409, messages.orderShipped],
  ORDER_CANCELLED: [409, messages.orderCancelled],
  ORDER_NOT_YET_SHIPPED: [409, operatorMessages.orderNotYetShipped],
  ORDER_NOT_SHIPPED: [409, operatorMessages.orderNotShipped],
  // The message names the count: see ordersNotShipped.
  ORDERS_NOT_SHIPPED: [409, ''],
  // The message names the amount: see walletHas.
  FORFEIT_DIFFERS: [409, ''],
  // The message names the first note: see noteNotKept.
  NOTE_NOT_KEPT: [409, ''],
  TRACKING_NOT_KEPT: [409, operatorMessages.trackingNotKept],
  // The message says why: see the functions from notInOrder to stockNotCounted.
  RETURN_INVALID: [409, ''],
  // The message names the amount: see refundTooHigh.
  REFUND_TOO_HIGH: [409, ''],

  REQUEST_INVALID: [400, messages.requestMalformed],
  URL_MALFORMED: [400, messages.urlMalformed],
  JSON_MALFORMED: [400, messages.jsonMalformed],
  NOT_FOUND: [404, messages.notFound],
  METHOD_NOT_ALLOWED: [405, messages.methodNotAllowed],
  REQUEST_TOO_SLOW: [408, messages.requestTooSlow],
  BODY_TOO_LARGE: [413, messages.bodyTooLarge],
  NOT_JSON: [415, messages.notJson],
  BODY_ENCODED: [415, messages.bodyEncoded],
  TOO_MANY_REQUESTS: [429, messages.tooManyRequests],
  HOST_UNKNOWN: [421, messages.hostUnknown],
  HEADERS_TOO_LARGE: [431, messages.headersTooLarge],
  OVERLOADED: [503, messages.overloaded],
  STARTING: [503, messages.starting],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type RefusalCode = keyof typeof refusals;

export function statusOf(code: RefusalCode): number {
  return refusals[code][0];
}

/** @returns an empty text if the message names something */
export function messageOf(code: RefusalCode): string {
  return refusals[code][1];
}

/** The only error that rules, stores and routes throw on purpose; any other error is a defect. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  /** Seconds for the header Retry-After. */
  readonly retryAfter: number | undefined;

  /** For programs; sent as form-encoded pairs. */
  readonly details: Record<string, string> | undefined;

  constructor(
    code: RefusalCode,
    given: { message?: string; retryAfter?: number; details?: Record<string, string> } = {},
  ) {
    super(given.message ?? messageOf(code));
    this.name = 'Refusal';
    this.code = code;
    this.status = statusOf(code);
    this.retryAfter = given.retryAfter;
    this.details = given.details;
  }
}
