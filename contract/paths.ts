/** The paths of the API (R9). */
export const API_BASE = '/api/v1';

export const paths = {
  register: `${API_BASE}/auth/register`,
  login: `${API_BASE}/auth/login`,
  passkeyLogin: `${API_BASE}/auth/login/passkey`,
  passkeyLoginChallenge: `${API_BASE}/auth/login/passkey/challenge`,
  logout: `${API_BASE}/auth/logout`,
  products: `${API_BASE}/products`,
  search: `${API_BASE}/products/search`,
  facets: `${API_BASE}/products/facets`,
  suggestions: `${API_BASE}/products/suggestions`,
  cart: `${API_BASE}/cart`,
  checkout: `${API_BASE}/cart/checkout`,
  user: `${API_BASE}/user`,
  recovery: `${API_BASE}/auth/recovery`,
  recoveryCodes: `${API_BASE}/user/recovery-codes`,
  accountExport: `${API_BASE}/user/export`,
  addresses: `${API_BASE}/user/addresses`,
  wallet: `${API_BASE}/user/wallet`,
  walletEntries: `${API_BASE}/user/wallet/entries`,
  password: `${API_BASE}/user/password`,
  sessions: `${API_BASE}/user/sessions`,
  passkeys: `${API_BASE}/user/passkeys`,
  passkeyChallenge: `${API_BASE}/user/passkeys/challenge`,
  logins: `${API_BASE}/user/logins`,
  orders: `${API_BASE}/orders`,
} as const;

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

/** Response headers with the words that were searched for instead of the text, percent-encoded. */
export const searchHeaders = {
  /** The corrected text, if the text was misspelt. */
  correctedTo: 'corrected-to',
  /** The words of the first result, if no product has all words of the text. */
  relaxedTo: 'relaxed-to',
  /** The words of the first further result, if few products have all words of the text. */
  extendedTo: 'extended-to',
} as const;

export function searchPath(text: string, { exact = false } = {}): string {
  const path = `${paths.search}?${SEARCH_PARAMETER}=${encodeURIComponent(text)}`;
  return exact ? `${path}&${EXACT_PARAMETER}=1` : path;
}

/** Commas separate the ids, so `,` and `%` inside an id are encoded once more. */
export function productsByIdsPath(ids: readonly string[]): string {
  const listed = ids.map((id) => encodeURIComponent(id.replace(/[%,]/g, encodeURIComponent)));
  return `${paths.products}?ids=${listed.join(',')}`;
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

export function sessionPath(id: string): string {
  return `${paths.sessions}/${encodeURIComponent(id)}`;
}

export function passkeyPath(id: string): string {
  return `${paths.passkeys}/${encodeURIComponent(id)}`;
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

export function orderPath(id: string): string {
  return `${paths.orders}/${encodeURIComponent(id)}`;
}

export function cancelOrderPath(id: string): string {
  return `${orderPath(id)}/cancel`;
}

/** The headers of a refusal: its code, and for some codes form-encoded details. The message is for people alone. */
export const refusalHeaders = { code: 'Refusal-Code', details: 'Refusal-Details' } as const;
