/** The paths of the API (R9), with parameters as `:id`. */
export const API_BASE = '/api/v1';

export const paths = {
  register: `${API_BASE}/auth/register`,
  login: `${API_BASE}/auth/login`,
  passkeyLogin: `${API_BASE}/auth/login/passkey`,
  passkeyLoginChallenge: `${API_BASE}/auth/login/passkey/challenge`,
  logout: `${API_BASE}/auth/logout`,
  products: `${API_BASE}/products`,
  product: `${API_BASE}/products/:id`,
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
  address: `${API_BASE}/user/addresses/:id`,
  wallet: `${API_BASE}/user/wallet`,
  walletEntries: `${API_BASE}/user/wallet/entries`,
  password: `${API_BASE}/user/password`,
  sessions: `${API_BASE}/user/sessions`,
  session: `${API_BASE}/user/sessions/:id`,
  passkeys: `${API_BASE}/user/passkeys`,
  passkey: `${API_BASE}/user/passkeys/:id`,
  passkeyChallenge: `${API_BASE}/user/passkeys/challenge`,
  logins: `${API_BASE}/user/logins`,
  orders: `${API_BASE}/orders`,
  order: `${API_BASE}/orders/:id`,
  cancellation: `${API_BASE}/orders/:id/cancel`,
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
export function productIdsQuery(ids: readonly string[]): string {
  const listed = ids.map((id) => encodeURIComponent(id.replace(/[%,]/g, encodeURIComponent)));
  return `ids=${listed.join(',')}`;
}

export function productsByIdsPath(ids: readonly string[]): string {
  return `${paths.products}?${productIdsQuery(ids)}`;
}

/** @param path with the parameter `:id` */
export function pathOf(path: string, id: string): string {
  return path.replace(':id', encodeURIComponent(id));
}

export const productPath = (id: string): string => pathOf(paths.product, id);
export const addressPath = (id: string): string => pathOf(paths.address, id);
export const sessionPath = (id: string): string => pathOf(paths.session, id);
export const passkeyPath = (id: string): string => pathOf(paths.passkey, id);
export const orderPath = (id: string): string => pathOf(paths.order, id);
export const cancelOrderPath = (id: string): string => pathOf(paths.cancellation, id);

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

/** The headers of a refusal: its code, and for some codes form-encoded details. The message is for people alone. */
export const refusalHeaders = { code: 'Refusal-Code', details: 'Refusal-Details' } as const;
