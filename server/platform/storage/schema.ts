/** The tables, for Kysely. Amounts are integer cents, times are milliseconds since 1970 UTC. */
import type { Kysely, Transaction } from 'kysely';
import type {
  AddressesTable,
  AttemptsTable,
  DevicesTable,
  LoginEventsTable,
  PasskeySecretTable,
  PasskeysTable,
  RecoveryCodesTable,
  SessionsTable,
  UsedChallengesTable,
  UsersTable,
} from './schema/accounts.ts';
import type {
  AppliedFilesTable,
  CatalogueSegmentsTable,
  CatalogueStateTable,
  PictureFilesTable,
  ProductPicturesTable,
  ProductsTable,
  SearchesTable,
  StockChangesTable,
  SynonymsTable,
} from './schema/catalogue.ts';
import type { LedgerEntriesTable, LedgerNotesTable, WalletsTable } from './schema/ledger.ts';
import type {
  CartItemsTable,
  InvoicesTable,
  InvoiceTaxesTable,
  OrderChangesTable,
  OrderItemsTable,
  OrderReturnsTable,
  OrdersTable,
  SaleRatesTable,
  SaleTermsTable,
} from './schema/orders.ts';
import type {
  EventsTable,
  LastBackupTable,
  ShopIdentityTable,
  WebhookSettingsTable,
} from './schema/shop.ts';

export type { AttemptsTable, LoginEventKind, PasskeyRow } from './schema/accounts.ts';
export type {
  NewProductRow,
  PictureFileRow,
  ProductRow,
  StockChangeRow,
  StockReason,
} from './schema/catalogue.ts';
export type { LedgerAccount, WalletSource } from './schema/ledger.ts';
export type {
  InvoiceRow,
  InvoiceTaxRow,
  OrderChangeKind,
  OrderChangeRow,
  OrderItemRow,
  OrderReturnRow,
  OrderRow,
  PublicChangeKind,
  SaleTermsRow,
} from './schema/orders.ts';
export type { NewEventRow } from './schema/shop.ts';

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  attempts: AttemptsTable;
  devices: DevicesTable;
  login_events: LoginEventsTable;
  passkeys: PasskeysTable;
  passkey_secret: PasskeySecretTable;
  used_challenges: UsedChallengesTable;
  products: ProductsTable;
  picture_files: PictureFilesTable;
  product_pictures: ProductPicturesTable;
  stock_changes: StockChangesTable;
  applied_files: AppliedFilesTable;
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
  invoice_taxes: InvoiceTaxesTable;
  sale_terms: SaleTermsTable;
  sale_rates: SaleRatesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_notes: LedgerNotesTable;
  events: EventsTable;
  webhook_settings: WebhookSettingsTable;
  last_backup: LastBackupTable;
  synonyms: SynonymsTable;
  shop_identity: ShopIdentityTable;
  searches: SearchesTable;
}

/** Runs queries, also within a transaction. A function that needs a transaction takes a `Tx`. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
