/** Addresses of pages and their parameters. */
/** The search text, on the API and on the products page: `/?value=desk%20lamp`. */
export const SEARCH_PARAMETER = 'value';

/** The start of a page of products, on the API and on the products page. */
export const CURSOR_PARAMETER = 'cursor';

/** One product in a dialog over the products page: `/?product=desk-lamp`. */
export const PRODUCT_PARAMETER = 'product';

/** A legal text over the products page: `/?page=imprint`. */
export const TEXT_PARAMETER = 'page';

/** Returns the details that the pages show of a product beyond the API's `Product`. It is not part of the API. */
export const PRODUCT_DETAILS_PATH = '/product-details';

/** `?exact=1` searches for the exact text, without correcting typos. */
export const EXACT_PARAMETER = 'exact';

/** `?groups=1` lists the first variant of each group, and leaves out the others. */
export const GROUPS_PARAMETER = 'groups';

export function productDetailsPath(id: string): string {
  return `${PRODUCT_DETAILS_PATH}?${PRODUCT_PARAMETER}=${encodeURIComponent(id)}`;
}

/** Login's form that sets a new password with a recovery code. */
export const RECOVERY_ADDRESS = '/login?recovery=1';

/** @param parameters of /login */
export function isRecovery(parameters: URLSearchParams): boolean {
  return parameters.get('recovery') === '1';
}

/** The parameter of /orders with the number of an invoice that is shown for print. */
export const INVOICE_PARAMETER = 'invoice';

export function invoiceAddress(number: string): string {
  return `/orders?${new URLSearchParams({ [INVOICE_PARAMETER]: number })}`;
}
