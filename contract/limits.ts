/** The shop's limits and constants. Lengths are in characters. */

/** R3.1. */
export const USERNAME_MIN_LENGTH = 6;
export const USERNAME_MAX_LENGTH = 64;
/** R3.1. */
export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;
/** The balance of a new wallet unless the shop sets another one ($5000; R7.2). */
export const OPENING_BALANCE_CENTS = 500_000;
/** R6.4. */
export const SHIPPING_CENTS = 0;
/** Days until delivery (R10.7), unless the shop has its own. */
export const DELIVERY_BUSINESS_DAYS = 7;
/** Stars (R4.1); ratings have steps of half a star. */
export const RATING_MAX = 5;
/** Units of one product in a cart. */
export const QUANTITY_MAX = 99;
export const COST_MIN_CENTS = 1;
export const COST_MAX_CENTS = 100_000_000;
/** Different products in a cart. */
export const CART_LINES_MAX = 500;
/** $100,000,000. */
export const CART_TOTAL_MAX_CENTS = 10_000_000_000;
export const ADDRESS_MAX_LENGTH = 500;
/** Saved addresses of one shopper. */
export const ADDRESSES_MAX = 20;
/** Products on one page of the API, and ids in one `?ids=`. */
export const PAGE_SIZE_MAX = 100;
/** Products on one page of the list that shoppers see: whole rows of two and of four. */
export const LIST_PAGE_SIZE = 24;
/** Orders on one page of GET /orders without `?limit=`. */
export const ORDERS_PAGE_SIZE = 20;
/** Movements on one page of GET /user/wallet/entries without `?limit=`. */
export const WALLET_PAGE_SIZE = 20;
/** Products in the reply of GET /products without parameters. */
export const WHOLE_CATALOGUE_MAX = 5_000;
export const PRODUCT_ID_MAX_LENGTH = 200;
export const PRODUCT_NAME_MAX_LENGTH = 200;
/** What distinguishes a variant from the others of its group. */
export const OPTION_MAX_LENGTH = 200;
export const CATEGORY_MAX_LENGTH = 80;
export const BRAND_MAX_LENGTH = 100;
export const DESCRIPTION_MAX_LENGTH = 10_000;
/** The maximum of a product's popularity, a count in feeds. */
export const POPULARITY_MAX = 1_000_000_000;
export const IMAGE_URL_MAX_LENGTH = 2_000;
/** The key of one of the shop's rates of tax, in `shop.json` and in products. */
export const TAX_KEY_PATTERN = '^[a-z][a-z0-9-]{0,19}$';
export const TAX_KEY_RULE =
  'the key of a rate of tax: up to 20 letters a to z, digits and hyphens, a letter first';
/** Units of one product. */
export const STOCK_MAX = 1_000_000_000;
/** A product's page shows the stock if it is at most this many units. */
export const LOW_STOCK = 10;
/** Characters of a search text beyond this number are ignored. */
export const SEARCH_TEXT_MAX_LENGTH = 200;
export const SUGGESTIONS_MAX = 8;
/** Categories among the facets of a list. */
export const CATEGORY_FACETS_MAX = 30;
/** A note of an operator about an order or a wallet. */
export const NOTE_MAX_LENGTH = 500;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 128;
/** The body of a request. */
export const BODY_MAX_BYTES = 64 * 1024;
export const SESSION_DAYS = 30;
/** Sessions of one shopper at the same time. */
export const SESSIONS_MAX = 50;
/** Passkeys of one account. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX_LENGTH = 60;
/** Days for which failed logins, and those from new devices, are listed. */
export const LOGIN_EVENT_DAYS = 14;
/** Listed rows of one account: one for each day, kind and browser. */
export const LOGIN_EVENTS_MAX = 50;
/** Days for which an account knows a device after its last login. */
export const DEVICE_DAYS = 180;
/** Known devices of one account. */
export const DEVICES_MAX = 20;

/** Codes that set a new password, of one account. */
export const RECOVERY_CODES = 10;
/** Used codes of one account that are kept. */
export const USED_CODES_MAX = 10;

/** R4.3. */
export const SEARCH_DEBOUNCE_MS = 500;
/** R2.1. */
export const TOAST_AUTO_HIDE_MS = 5_000;
/** Toasts that are visible at the same time (R2.1). */
export const TOASTS_AT_ONCE = 1;
