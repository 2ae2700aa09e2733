/** Every call of the API: method and path. `endpoints/` describes the rest, which browsers don't load. */
import { paths } from './paths.ts';

export const calls = {
  register: ['POST', paths.register],
  logIn: ['POST', paths.login],
  startPasskeyLogin: ['POST', paths.passkeyLoginChallenge],
  logInWithPasskey: ['POST', paths.passkeyLogin],
  recoverAccount: ['POST', paths.recovery],
  logOut: ['POST', paths.logout],

  listProducts: ['GET', paths.products],
  readProduct: ['GET', paths.product],
  searchProducts: ['GET', paths.search],
  readFacets: ['GET', paths.facets],
  listSuggestions: ['GET', paths.suggestions],

  readCart: ['GET', paths.cart],
  changeCart: ['POST', paths.cart],
  placeOrder: ['POST', paths.checkout],
  listOrders: ['GET', paths.orders],
  readOrder: ['GET', paths.order],
  cancelOrder: ['POST', paths.cancellation],

  listAddresses: ['GET', paths.addresses],
  addAddress: ['POST', paths.addresses],
  removeAddress: ['DELETE', paths.address],
  readWallet: ['GET', paths.wallet],
  listWalletEntries: ['GET', paths.walletEntries],

  readAccount: ['GET', paths.user],
  exportAccount: ['GET', paths.accountExport],
  deleteAccount: ['DELETE', paths.user],
  changePassword: ['POST', paths.password],
  makeRecoveryCodes: ['POST', paths.recoveryCodes],
  listSessions: ['GET', paths.sessions],
  endSession: ['DELETE', paths.session],
  endOtherSessions: ['DELETE', paths.sessions],
  listLogins: ['GET', paths.logins],
  listPasskeys: ['GET', paths.passkeys],
  startAddingPasskey: ['POST', paths.passkeyChallenge],
  addPasskey: ['POST', paths.passkeys],
  removePasskey: ['DELETE', paths.passkey],
} as const satisfies Record<string, readonly [method: 'GET' | 'POST' | 'DELETE', path: string]>;

export type CallName = keyof typeof calls;
