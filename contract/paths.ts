/** The paths of the API (spec 7). */
export const API_BASE = '/api/v1';

export const paths = {
  register: `${API_BASE}/auth/register`,
  login: `${API_BASE}/auth/login`,
  logout: `${API_BASE}/auth/logout`,
  products: `${API_BASE}/products`,
  search: `${API_BASE}/products/search`,
  facets: `${API_BASE}/products/facets`,
  suggestions: `${API_BASE}/products/suggestions`,
  cart: `${API_BASE}/cart`,
  checkout: `${API_BASE}/cart/checkout`,
  addresses: `${API_BASE}/user/addresses`,
  wallet: `${API_BASE}/user/wallet`,
  orders: `${API_BASE}/orders`,
} as const;

/** The search text, on the API and on the products page: `/?value=desk%20lamp`. */
export const SEARCH_PARAMETER = 'value';

/** The start of a page of products, on the API and on the products page. */
export const CURSOR_PARAMETER = 'cursor';

/** One product in a dialog over the products page: `/?product=desk-lamp`. */
export const PRODUCT_PARAMETER = 'product';

/** What the pages show of a product beside the API's `Product`. It is not part of the API. */
export const PRODUCT_DETAILS_PATH = '/product-details';

/** `?exact=1` searches for the text as it is, without correcting typos. */
export const EXACT_PARAMETER = 'exact';

/** Response header: the corrected search text, percent-encoded. */
export const CORRECTED_HEADER = 'corrected-to';
/** Response header: nothing has all words of the text; the words that the results have, percent-encoded. */
export const RELAXED_HEADER = 'relaxed-to';
/** Response header: few products have all words, so those with these words follow, percent-encoded. */
export const EXTENDED_HEADER = 'extended-to';

export function searchPath(text: string, { exact = false } = {}): string {
  const path = `${paths.search}?${SEARCH_PARAMETER}=${encodeURIComponent(text)}`;
  return exact ? `${path}&${EXACT_PARAMETER}=1` : path;
}

export function productsByIdsPath(ids: readonly string[]): string {
  return `${paths.products}?ids=${ids.map(encodeURIComponent).join(',')}`;
}

export function productPath(id: string): string {
  return `${paths.products}/${encodeURIComponent(id)}`;
}

export function productDetailsPath(id: string): string {
  return `${PRODUCT_DETAILS_PATH}?${PRODUCT_PARAMETER}=${encodeURIComponent(id)}`;
}

export function addressPath(id: string): string {
  return `${paths.addresses}/${encodeURIComponent(id)}`;
}

export function orderPath(id: string): string {
  return `${paths.orders}/${encodeURIComponent(id)}`;
}

export function cancelOrderPath(id: string): string {
  return `${orderPath(id)}/cancel`;
}
