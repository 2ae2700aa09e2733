/** The tables, as Kysely sees them. Amounts are integer cents, times are milliseconds since 1970 UTC. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  known_networks: KnownNetworksTable;
  request_counts: RequestCountsTable;
  products: ProductsTable;
  catalogue_state: CatalogueStateTable;
  catalogue_segments: CatalogueSegmentsTable;
  import_progress: ImportProgressTable;
  cart_items: CartItemsTable;
  addresses: AddressesTable;
  wallets: WalletsTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  ledger_entries: LedgerEntriesTable;
}

/** Anything that can run a query. A function that needs atomicity takes a `Tx` instead. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

interface UsersTable {
  id: string;
  /** As registered: trimmed, NFC. */
  username: string;
  /** The same without regard to case; unique. */
  username_key: string;
  /** Argon2id in the PHC string format. */
  password_hash: string;
  created_at: number;
}

interface SessionsTable {
  /** SHA-256 of the token, base64url; the token itself is not kept. */
  token_hash: string;
  user_id: string;
  expires_at: number;
}

export interface LoginFailuresTable {
  /** What is throttled: an address, an account from an address, or an account. */
  subject: string;
  failures: number;
  window_ends_at: number;
}

interface KnownNetworksTable {
  /** Hash of an account and of an address that somebody logged in to it from. */
  network: string;
  ends_at: number;
}

interface RequestCountsTable {
  /** Whose requests: an address. */
  subject: string;
  requests: number;
  window_ends_at: number;
}

interface ProductsTable {
  /** Where the product stands in the shop: the order of the first import that named it. */
  position: number;
  id: string;
  name: string;
  /** The narrowest one, which shoppers see. */
  category: string;
  /** All of them, broad to narrow, with ` > ` between. */
  categories: string;
  /** Empty where it has none; the same for the description. */
  brand: string;
  description: string;
  /** The more the better known; 0 where nobody says. */
  popularity: number;
  cost_cents: number;
  /** Half stars, 0 (not rated yet) to 10. */
  rating_halves: number;
  image: string;
  /** Units on the shelf; null where it isn't counted. */
  stock: number | null;
  /** 1, or 0 for one that shoppers don't see: as if it weren't there. */
  active: number;
  updated_at: number;
}
export type ProductRow = Selectable<ProductsTable>;
export type NewProductRow = Insertable<ProductsTable>;

interface CatalogueStateTable {
  /** Always 1: there is one catalogue. */
  id: number;
  /** Random, and another one after every change that a shopper can see. */
  version: string;
}

interface CatalogueSegmentsTable {
  /** Positions of products by the thousands; see `catalogue/segments.ts`. */
  segment: number;
  /** Counted up by every change to a product in it. */
  revision: number;
}

/** Imports that are written in steps, and how far they are; one that is done has no row. */
interface ImportProgressTable {
  /** SHA-256 of the file's content and of what was asked for, hex. */
  fingerprint: string;
  /** The catalogue's version when it was written: at another one it says nothing any more. */
  version: string;
  /** Products of the file that are dealt with, and what became of them. */
  records: number;
  added: number;
  updated: number;
  unchanged: number;
}

interface CartItemsTable {
  user_id: string;
  /** Not a foreign key: a line outlives its product, so that the shopper is told. */
  product_id: string;
  qty: number;
  /** The order of adding, within one cart. */
  place: number;
}

interface AddressesTable {
  id: string;
  user_id: string;
  address: string;
  /** The order of adding, within one user's. */
  place: number;
}

interface WalletsTable {
  user_id: string;
  balance_cents: number;
}

interface OrdersTable {
  id: string;
  user_id: string;
  /** Which address was asked for; it may be gone by now. */
  address_id: string;
  /** The address as it was. */
  address: string;
  total_cents: number;
  /** What the wallet held right after: part of the reply that a repeated request gets again. */
  balance_after_cents: number;
  /** Unique within one user's orders. */
  idempotency_key: string | null;
  placed_at: number;
}
export type OrderRow = Selectable<OrdersTable>;

interface OrderItemsTable {
  order_id: string;
  /** From 0, in the cart's order. */
  line: number;
  product_id: string;
  name: string;
  cost_cents: number;
  qty: number;
}
export type OrderItemRow = Selectable<OrderItemsTable>;

/** Double entry: rows are only ever added, and those of one transaction sum to zero. */
interface LedgerEntriesTable {
  transaction_id: string;
  account: LedgerAccount;
  /** Whose wallet is concerned. */
  user_id: string;
  order_id: string | null;
  /** Positive credits the account, negative debits it. */
  amount_cents: number;
  made_at: number;
}
export type LedgerAccount = 'wallet' | 'sales' | 'grants';
