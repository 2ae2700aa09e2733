/** The schemas that have a name in the OpenAPI document; all others are written out where they are used. */
import { LoginEvent, ProofBody, SessionEntry } from '../account.ts';
import { Address } from '../addresses.ts';
import { CredentialsBody, LoginReply } from '../auth.ts';
import { CartItem } from '../cart.ts';
import { Facets, Product, Suggestion } from '../catalogue.ts';
import { ErrorReply } from '../errors.ts';
import {
  CheckoutReply,
  FoundOrder,
  Invoice,
  Order,
  OrderLine,
  OrderStep,
  Tracking,
} from '../orders.ts';
import { Passkey } from '../passkeys.ts';
import { Account, AccountExport } from '../personal-data.ts';
import { RecoveryCodes } from '../recovery.ts';
import { Wallet, WalletEntry } from '../wallet.ts';

export const namedSchemas = {
  Account,
  AccountExport,
  Address,
  CartItem,
  Credentials: CredentialsBody,
  Error: ErrorReply,
  Facets,
  FoundOrder,
  Invoice,
  Login: LoginReply,
  LoginEvent,
  Order,
  OrderLine,
  OrderStep,
  Passkey,
  PlacedOrder: CheckoutReply,
  Product,
  Proof: ProofBody,
  RecoveryCodes,
  Session: SessionEntry,
  Suggestion,
  Tracking,
  Wallet,
  WalletEntry,
};
