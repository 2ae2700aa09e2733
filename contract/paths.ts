import { type CallName, callOf, pathOf, productIdsQuery } from './calls.ts';
import { EXACT_PARAMETER, SEARCH_PARAMETER } from './page-addresses.ts';

const at = (name: CallName): string => callOf(name).path;

/** The paths of the API. Browsers don't load this file: they name calls. */
export const paths = {
  register: at('register'),
  login: at('logIn'),
  passkeyLogin: at('logInWithPasskey'),
  passkeyLoginChallenge: at('startPasskeyLogin'),
  logout: at('logOut'),
  products: at('listProducts'),
  search: at('searchProducts'),
  facets: at('readFacets'),
  suggestions: at('listSuggestions'),
  cart: at('readCart'),
  checkout: at('placeOrder'),
  user: at('readAccount'),
  recovery: at('recoverAccount'),
  recoveryCodes: at('makeRecoveryCodes'),
  accountExport: at('exportAccount'),
  addresses: at('listAddresses'),
  wallet: at('readWallet'),
  walletEntries: at('listWalletEntries'),
  password: at('changePassword'),
  sessions: at('listSessions'),
  passkeys: at('listPasskeys'),
  passkeyChallenge: at('startAddingPasskey'),
  logins: at('listLogins'),
  orders: at('listOrders'),
};

export function searchPath(text: string, { exact = false } = {}): string {
  const path = `${paths.search}?${SEARCH_PARAMETER}=${encodeURIComponent(text)}`;
  return exact ? `${path}&${EXACT_PARAMETER}=1` : path;
}

export function productsByIdsPath(ids: readonly string[]): string {
  return `${paths.products}?${productIdsQuery(ids)}`;
}

export const productPath = (id: string): string => pathOf(at('readProduct'), id);
export const addressPath = (id: string): string => pathOf(at('removeAddress'), id);
export const sessionPath = (id: string): string => pathOf(at('endSession'), id);
export const passkeyPath = (id: string): string => pathOf(at('removePasskey'), id);
export const orderPath = (id: string): string => pathOf(at('readOrder'), id);
export const cancelOrderPath = (id: string): string => pathOf(at('cancelOrder'), id);
