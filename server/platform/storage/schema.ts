/** The types of the tables, for Kysely. Amounts are integer cents, times are milliseconds since 1970 UTC. */
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Column } from './tables/columns.ts';
import type { Tables } from './tables/tables.ts';

type TypesOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never;
};
export type Schema = { [Name in keyof Tables]: TypesOf<Tables[Name]['columns']> };

type Row<Name extends keyof Schema> = Selectable<Schema[Name]>;

export type PasskeyRow = Row<'passkeys'>;
export type LoginEventKind = Row<'login_events'>['kind'];
export type ProductRow = Row<'products'>;
/** All columns but the first picture, which its pictures decide. */
export type NewProductRow = Omit<ProductRow, 'picture'>;
export type PictureFileRow = Row<'picture_files'>;
export type StockChangeRow = Row<'stock_changes'>;
export type StockReason = StockChangeRow['reason'];
export type LedgerAccount = Row<'ledger_entries'>['account'];
/** The accounts from which operators fill wallets, and into which they empty them. */
export type WalletSource = Exclude<LedgerAccount, 'wallet' | 'sales' | 'refunds'>;
export type OrderRow = Row<'orders'>;
export type OrderItemRow = Row<'order_items'>;
export type OrderChangeRow = Row<'order_changes'>;
export type OrderReturnRow = Row<'order_returns'>;
export type SaleTermsRow = Row<'sale_terms'>;
export type InvoiceRow = Row<'invoices'>;
export type InvoiceTaxRow = Row<'invoice_taxes'>;
export type OperatorEntryRow = Row<'operator_log'>;
export type IdentityRow = Row<'shop_identity'>;
/** An event with the moment from which it waits. */
export type NewEventRow = Insertable<Schema['events']> & Pick<Row<'events'>, 'waiting_since'>;

/** Runs queries, also within a transaction. A function that needs a transaction takes a `Tx`. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;
