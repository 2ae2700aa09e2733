/** Every number of the specification's section 9 and of the wire contract, by name. */

/** Characters; spec 9. */
export const USERNAME_MIN_LENGTH = 6;
/** Characters. */
export const USERNAME_MAX_LENGTH = 64;
/** Characters; spec 9. */
export const PASSWORD_MIN_LENGTH = 6;
/** Characters. */
export const PASSWORD_MAX_LENGTH = 128;
/** What a new wallet holds, in cents; spec 9 ($5000). */
export const OPENING_BALANCE_CENTS = 500_000;
/** Spec 9. */
export const SHIPPING_CENTS = 0;
/** Spec 9: the delivery promise. */
export const DELIVERY_BUSINESS_DAYS = 7;
/** Spec 9: the rating scale, in half-star steps. */
export const RATING_MAX = 5;
/** Units of one product in a cart. */
export const QUANTITY_MAX = 99;
/** A product's price, in cents. */
export const COST_MIN_CENTS = 1;
export const COST_MAX_CENTS = 100_000_000;
/** Different products in a cart. */
export const CART_LINES_MAX = 500;
/** What a whole cart may cost, in cents ($100,000,000). */
export const CART_TOTAL_MAX_CENTS = 10_000_000_000;
/** Characters. */
export const ADDRESS_MAX_LENGTH = 500;
/** Addresses one shopper can save. */
export const ADDRESSES_MAX = 20;
/** Products in one answer, and ids in one `?ids=`. */
export const PAGE_SIZE_MAX = 100;
/** Products in the reply of GET /products without parameters. */
export const WHOLE_CATALOGUE_MAX = 5_000;
/** Characters. */
export const PRODUCT_ID_MAX_LENGTH = 100;
/** Characters. */
export const PRODUCT_NAME_MAX_LENGTH = 200;
/** Characters. */
export const CATEGORY_MAX_LENGTH = 80;
export const BRAND_MAX_LENGTH = 100;
export const DESCRIPTION_MAX_LENGTH = 10_000;
/** How well known a product is, as feeds count it. */
export const POPULARITY_MAX = 1_000_000_000;
/** Characters. */
export const IMAGE_URL_MAX_LENGTH = 2_000;
/** Units of one product on the shelf. */
export const STOCK_MAX = 1_000_000_000;
/** Characters of a search that are looked at. */
export const SEARCH_TEXT_MAX_LENGTH = 200;
/** What is proposed to somebody who types. */
export const SUGGESTIONS_MAX = 8;
/** Categories that a list can be narrowed to by a press. */
export const CATEGORY_CHOICES_MAX = 30;
/** Characters, visible ASCII. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 128;
/** Bytes of a request's body. */
export const BODY_MAX_BYTES = 64 * 1024;
/** How long a login lasts. */
export const SESSION_DAYS = 30;

/** Milliseconds; spec 9. */
export const SEARCH_DEBOUNCE_MS = 500;
/** Milliseconds; spec 9. */
export const TOAST_AUTO_HIDE_MS = 5_000;
/** Spec 9: at most this many toasts at once. */
export const TOASTS_AT_ONCE = 1;
