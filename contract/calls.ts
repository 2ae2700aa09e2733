export const API_BASE = '/api/v1';

export type Method = 'GET' | 'POST' | 'DELETE';

/** Every call of the API: method and path (R9). `endpoints/` describes the rest, which browsers don't load. */
const calls = {
  register: 'POST /auth/register',
  logIn: 'POST /auth/login',
  startPasskeyLogin: 'POST /auth/login/passkey/challenge',
  logInWithPasskey: 'POST /auth/login/passkey',
  recoverAccount: 'POST /auth/recovery',
  logOut: 'POST /auth/logout',

  listProducts: 'GET /products',
  readProduct: 'GET /products/:id',
  searchProducts: 'GET /products/search',
  readFacets: 'GET /products/facets',
  listSuggestions: 'GET /products/suggestions',

  readCart: 'GET /cart',
  changeCart: 'POST /cart',
  placeOrder: 'POST /cart/checkout',
  listOrders: 'GET /orders',
  readOrder: 'GET /orders/:id',
  cancelOrder: 'POST /orders/:id/cancel',

  listAddresses: 'GET /user/addresses',
  addAddress: 'POST /user/addresses',
  removeAddress: 'DELETE /user/addresses/:id',
  readWallet: 'GET /user/wallet',
  listWalletEntries: 'GET /user/wallet/entries',

  readAccount: 'GET /user',
  exportAccount: 'GET /user/export',
  deleteAccount: 'DELETE /user',
  changePassword: 'POST /user/password',
  makeRecoveryCodes: 'POST /user/recovery-codes',
  listSessions: 'GET /user/sessions',
  endSession: 'DELETE /user/sessions/:id',
  endOtherSessions: 'DELETE /user/sessions',
  listLogins: 'GET /user/logins',
  listPasskeys: 'GET /user/passkeys',
  startAddingPasskey: 'POST /user/passkeys/challenge',
  addPasskey: 'POST /user/passkeys',
  removePasskey: 'DELETE /user/passkeys/:id',
} as const satisfies Record<string, `${Method} /${string}`>;

export type CallName = keyof typeof calls;

/** The path has parameters as `:id`. */
export function callOf(name: CallName): { method: Method; path: string } {
  const [method, path] = calls[name].split(' ');
  // Safe: each call is written so.
  return { method: method as Method, path: API_BASE + path };
}

/** Commas separate the ids, so `,` and `%` inside an id are encoded once more. */
export function productIdsQuery(ids: readonly string[]): string {
  const listed = ids.map((id) => encodeURIComponent(id.replace(/[%,]/g, encodeURIComponent)));
  return `ids=${listed.join(',')}`;
}

/** @param path with the parameter `:id` */
export function pathOf(path: string, id: string): string {
  return path.replace(':id', encodeURIComponent(id));
}
