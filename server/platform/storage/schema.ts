/** The tables, for Kysely. Amounts are integer cents, times are milliseconds since 1970 UTC. */
import type { Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { LoginEvent } from '../../../contract/account.ts';
import type { EventType } from '../../../contract/events.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import type { PictureFormat } from '../../../contract/pictures.ts';

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  devices: DevicesTable;
  login_events: LoginEventsTable;
  passkeys: PasskeysTable;
  passkey_secret: PasskeySecretTable;
  used_challenges: UsedChallengesTable;
  request_counts: RequestCountsTable;
  products: ProductsTable;
  picture_files: PictureFilesTable;
  product_pictures: ProductPicturesTable;
  stock_changes: StockChangesTable;
  catalogue_state: CatalogueStateTable;
  catalogue_segments: CatalogueSegmentsTable;
  cart_items: CartItemsTable;
  recovery_codes: RecoveryCodesTable;
  addresses: AddressesTable;
  wallets: WalletsTable;
  orders: OrdersTable;
  order_items: OrderItemsTable;
  order_changes: OrderChangesTable;
  order_returns: OrderReturnsTable;
  invoices: InvoicesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_notes: LedgerNotesTable;
  events: EventsTable;
  webhook_settings: WebhookSettingsTable;
  synonyms: SynonymsTable;
  shop_identity: ShopIdentityTable;
  searches: SearchesTable;
}

/** Runs queries, also within a transaction. A function that needs a transaction takes a `Tx`. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

interface UsersTable {
  id: string;
  /** The name as registered: trimmed, NFC. */
  username: string;
  /** Case-folded; unique. */
  username_key: string;
  /** Argon2id in the PHC string format. */
  password_hash: string;
  created_at: number;
  /** Null unless the person was erased. */
  erased_at: number | null;
}

interface SessionsTable {
  /** SHA-256 of the token, base64url; the token itself is not stored. */
  token_hash: string;
  user_id: string;
  expires_at: number;
  /** As `nameBrowser` writes it; '' by default. */
  browser: Generated<string>;
}

export interface LoginFailuresTable {
  /** What limits count by, see server/shop/accounts/limits.ts. */
  subject: string;
  /** The last failure counts until then; each counts for one interval, one after the other. */
  counts_until: number;
}

interface RecoveryCodesTable {
  /** SHA-256 of the account and the code; the code itself is not stored. */
  code_hash: string;
  user_id: string;
  created_at: number;
  /** Null until it sets a new password. */
  used_at: number | null;
}

interface DevicesTable {
  /** SHA-256 of the account and the secret of a browser that logged in to it; the secret itself is not stored. */
  device_hash: string;
  user_id: string;
  expires_at: number;
}

/** What the owner of an account shall see of logins: one row for each day, kind and browser. */
interface LoginEventsTable {
  user_id: string;
  kind: LoginEventKind;
  /** The beginning of the day (UTC). */
  day: number;
  /** As `nameBrowser` writes it; '' for failed logins. */
  browser: string;
  times: number;
  last_at: number;
}
export type LoginEventKind = LoginEvent['kind'];

interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** Signatures, as the passkey counts them; 0 if it doesn't. */
  counter: number;
  /** How a browser reaches it, separated by commas. */
  transports: string;
  added_at: number;
  used_at: number | null;
}
export type PasskeyRow = Selectable<PasskeysTable>;

interface PasskeySecretTable {
  /** Always 1. */
  id: number;
  /** Signs challenges, on all servers. */
  secret: string;
}

interface UsedChallengesTable {
  /** Base64url. */
  challenge: string;
  expires_at: number;
}

interface RequestCountsTable {
  /** What limits count by, see server/shop/accounts/limits.ts. */
  subject: string;
  requests: number;
  window_ends_at: number;
}

interface ProductsTable {
  /** The product's place in the shop: the order in which imports first named them. */
  position: number;
  id: string;
  name: string;
  /** The narrowest category, which shoppers see. */
  category: string;
  /** The path of categories, broad to narrow, separated by ` > `. */
  categories: string;
  /** Empty if unknown; so is the description. */
  brand: string;
  description: string;
  /** A higher number means that more people know it; 0 means that nobody has said. */
  popularity: number;
  cost_cents: number;
  /** Half stars, 0 (not rated yet) to 10. */
  rating_halves: number;
  /** The addresses of its pictures in feeds, one a line; may be empty. The first is shown. */
  image: string;
  /** The first of its own pictures, which is shown in place of `image`; empty if it has none. */
  picture: Generated<string>;
  /** Units in stock, the sum of its `stock_changes`; null if it isn't counted, and their sum is 0. */
  stock: number | null;
  /** 1, or 0 for a product that is hidden from shoppers. */
  active: number;
  /** The group whose variant the product is; empty if it has no variants. */
  group_id: string;
  /** What distinguishes it from the other variants of its group, like `M / Red`; may be empty. */
  option: string;
  updated_at: number;
}
export type ProductRow = Selectable<ProductsTable>;
export type NewProductRow = Insertable<ProductsTable>;

/** The files of the shop's own pictures. Those of one picture differ in size and format. */
interface PictureFilesTable {
  /** The picture's name; see `contract/pictures.ts`. */
  picture: string;
  /** Pixels of the shorter side. */
  side: number;
  format: PictureFormat;
  bytes: Uint8Array;
}
export type PictureFileRow = Selectable<PictureFilesTable>;

interface ProductPicturesTable {
  product_id: string;
  /** Counts from 1 in the order in which the product shows them. */
  place: number;
  picture: string;
  /** The address that it was fetched from; empty if it was imported from a file. */
  source: string;
}

/** The history of stock: the stock of a product is the sum of its changes. Rows are only added. */
interface StockChangesTable {
  /** Not a foreign key: the history of a product that is removed stays. */
  product_id: string;
  /** Counts from 1 in the order of time. */
  number: number;
  /** Units that came (positive) or went (negative). */
  units: number;
  reason: StockReason;
  /** The order that took or returned the units, if any. */
  order_id: string | null;
  made_at: number;
}
export type StockChangeRow = Selectable<StockChangesTable>;
/** 'correction': what was there before the history began. */
export type StockReason =
  | 'import'
  | 'update'
  | 'order'
  | 'cancellation'
  | 'return'
  | 'correction'
  | 'removal';

interface CatalogueStateTable {
  /** Always 1: there is one catalogue. */
  id: number;
  /** Random, and new after every change that a shopper can see. */
  version: string;
  /** New after every change of the synonyms. */
  synonyms_version: Generated<string>;
}

interface CatalogueSegmentsTable {
  /** A range of positions; see `catalogue/segments.ts`. */
  segment: number;
  /** Incremented by every change to a product in it. */
  revision: number;
  /** Incremented by every change to a text that the search tokenizes. */
  text_revision: Generated<number>;
}

interface CartItemsTable {
  user_id: string;
  /** Not a foreign key: the line of a product that is removed stays, and is shown as such. */
  product_id: string;
  qty: number;
  /** The order of adding within a cart. */
  place: number;
}

interface AddressesTable {
  id: string;
  user_id: string;
  address: string;
  /** The order of adding within a user's addresses. */
  place: number;
}

interface WalletsTable {
  user_id: string;
  balance_cents: number;
  /** The grant with which it was opened: `OPENING_BALANCE` of that time. */
  opening_cents: number;
}

interface OrdersTable {
  id: string;
  user_id: string;
  /** The address that was selected; it may be deleted by now. */
  address_id: string;
  /** The text of the address at that time. */
  address: string;
  total_cents: number;
  /** The wallet's balance right after, which the reply to a repeated request contains. */
  balance_after_cents: number;
  /** Unique within a user's orders. */
  idempotency_key: string | null;
  placed_at: number;
  /** 'placed' by default. */
  status: Generated<OrderStatus>;
  /** The amount that went back to the wallet by a cancellation or by refunds; 0 by default. */
  refunded_cents: Generated<number>;
  /** The short number, without its hyphen; unique. */
  number: string;
  /** The number of the invoice, once it is issued. */
  invoice: Generated<string | null>;
}
export type OrderRow = Selectable<OrdersTable>;

interface OrderItemsTable {
  order_id: string;
  /** Counts from 0 in the order of the cart. */
  line: number;
  product_id: string;
  name: string;
  cost_cents: number;
  qty: number;
  /** Units that the order took from counted stock: the quantity, or 0 if the product's stock wasn't counted. */
  taken: number;
}
export type OrderItemRow = Selectable<OrderItemsTable>;

/** The history of an order, but for its beginning: that is the order itself. Rows are only added. */
interface OrderChangesTable {
  order_id: string;
  /** Counts from 1 in the order of time. */
  number: number;
  kind: OrderChangeKind;
  /** The amount that went back to the wallet; 0 for 'shipped'. */
  amount_cents: number;
  made_by: 'shopper' | 'operator';
  note: string | null;
  /** Names the request, so that its repetition changes nothing. Unique within an order. */
  request_key: string | null;
  made_at: number;
  /** Who carries the parcel; only with 'shipped' and 'tracked'. */
  carrier: string | null;
  /** The parcel's number. */
  tracking: string | null;
  /** The number of the credit note for the amount, once it is issued. */
  invoice: Generated<string | null>;
}
export type OrderChangeRow = Selectable<OrderChangesTable>;
/** 'tracked' corrects the parcel, 'noted' adds a note; both leave the status as it is. */
export type OrderChangeKind = Exclude<OrderStatus, 'placed'> | 'tracked' | 'noted';

/** Invoices and credit notes. Rows are only added, and never changed. */
interface InvoicesTable {
  /** Like `2026-000123`. */
  number: string;
  year: number;
  /** Counts from 1 in each year, without a gap. */
  sequence: number;
  order_id: string;
  /** 0 for the invoice of an order; that of the change which a credit note is for. */
  change_number: number;
  amount_cents: number;
  /** The seller at that time, in lines. */
  seller: string;
  /** The tax that the amount includes, like `19% VAT`; null if the shop has none. */
  tax: string | null;
  tax_cents: number;
  issued_at: number;
}
export type InvoiceRow = Selectable<InvoicesTable>;

/** The lines that a refund concerns. Rows are only added. */
interface OrderReturnsTable {
  order_id: string;
  /** That of the change. */
  number: number;
  line: number;
  /** Units whose cost went back to the wallet. */
  refunded: number;
  /** Units that went back to stock. */
  restocked: number;
}
export type OrderReturnRow = Selectable<OrderReturnsTable>;

/** Double entry: entries are only added, and those of one transaction sum to zero. */
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
/** `received` is money that shoppers have paid in, less what was paid out; `forfeits` is what erased accounts left. */
export type LedgerAccount = 'wallet' | 'sales' | 'refunds' | WalletSource;
/** The accounts from which operators fill wallets, and into which they empty them. */
export type WalletSource = 'grants' | 'received' | 'forfeits';

interface LedgerNotesTable {
  transaction_id: string;
  user_id: string;
  /** Why an operator changed the wallet. */
  note: string;
  /** Names the request, so that its repetition changes nothing. Unique within an account. */
  request_key: string | null;
}

interface SynonymsTable {
  /** Counts from 1 in the order of the file. */
  number: number;
  /** The line of the file; see synonym-file.ts of the search engine. */
  line: string;
}

/** The outbox of webhooks. A row without `next_attempt_at` is delivered, or was given up. */
interface EventsTable {
  /** The `webhook-id`: the same with every attempt. */
  id: string;
  type: EventType;
  /** Whose account or order it is: the payload may name this person. */
  user_id: string;
  /** Null for an event of an account. */
  order_id: string | null;
  /** The place in the order's life: 0 for its beginning, then the number of the change. */
  number: number;
  /** The body as it is sent: JSON. */
  payload: string;
  created_at: number;
  /** When it was recorded, or an operator retried it last. */
  waiting_since: number;
  /** Counts the attempts that failed and the one that was accepted; 0 by default. */
  attempts: Generated<number>;
  next_attempt_at: number | null;
  delivered_at: number | null;
  /** Why the last attempt failed. */
  last_error: string | null;
}
interface WebhookSettingsTable {
  /** Always 1. */
  id: number;
  /** 1 if the shop that started last sends events, else 0. */
  wants_events: number;
}
interface ShopIdentityTable {
  /** Always 1. */
  id: number;
  /** The hash of the document. */
  version: string;
  /** A `ShopIdentity` as JSON. */
  document: string;
}
/** How often a text was searched for on a day. It has nothing of the person. */
interface SearchesTable {
  /** Like `2026-11-25`, in the shop's time zone. */
  day: string;
  /** Words in lower case, without accents, in the singular. */
  text: string;
  searches: number;
  nothing_found: number;
}
export type NewEventRow = Insertable<EventsTable>;
