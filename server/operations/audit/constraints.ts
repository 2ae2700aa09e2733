/** Checks that constraints, indices and triggers of the migrations exist and are enabled. */
import { sql } from 'kysely';
import { type Engine, engineOf } from '../../platform/storage/engine.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { freshSqliteSchema } from '../../platform/storage/sqlite/fresh-schema.ts';
import type { Invariant } from './invariant.ts';

/** PostgreSQL's constraints, indices and triggers, by table. */
const onPostgres: Readonly<Record<string, string>> = {
  applied_files: 'applied_files_is_done_check applied_files_pkey applied_files_records_check',
  addresses: 'addresses_in_order addresses_pkey addresses_user_id_fkey',
  attempts: 'attempts_counts_until attempts_of_account attempts_pkey',
  cart_items: 'cart_items_key cart_items_qty_check cart_items_user_id_fkey',
  catalogue_state: 'catalogue_state_id_check catalogue_state_pkey',
  catalogue_segments: 'catalogue_segments_pkey',
  devices: 'devices_expires_at devices_of_user devices_pkey devices_user_id_fkey',
  events:
    'events_attempts_check events_delivered_at events_in_order events_next_attempt_at events_number_check events_order_check events_order_id_fkey events_pkey events_state_check events_type_check events_user_id events_user_id_fkey',
  last_backup: 'last_backup_id_check last_backup_pkey',
  ledger_entries:
    'ledger_entries_account_check ledger_entries_amount_cents_check ledger_entries_key ledger_entries_no_change ledger_entries_order_id ledger_entries_order_id_fkey ledger_entries_user_id ledger_entries_user_id_fkey',
  ledger_notes: 'ledger_notes_pkey ledger_notes_request_key',
  login_events:
    'login_events_kind_check login_events_last_at login_events_pkey login_events_times_check login_events_user_id_fkey',
  order_changes:
    'order_changes_amount_cents_check order_changes_key order_changes_kind_check order_changes_made_by_check order_changes_number_check order_changes_order_id_fkey order_changes_request_key order_changes_terms_fkey order_changes_without_invoice',
  order_items:
    'order_items_cost_cents_check order_items_key order_items_order_id_fkey order_items_qty_check order_items_taken_check',
  invoice_taxes:
    'invoice_taxes_gross_cents_check invoice_taxes_key invoice_taxes_number_fkey invoice_taxes_tax_cents_check',
  invoices:
    'invoices_amount_cents_check invoices_change_number_check invoices_document invoices_order_id_fkey invoices_pkey invoices_sequence invoices_sequence_check invoices_with_buyer',
  order_returns:
    'order_returns_change order_returns_key order_returns_line order_returns_refunded_check order_returns_restocked_check',
  orders:
    'orders_balance_after_cents_check orders_idempotency_key orders_number orders_of_user orders_pkey orders_refunded_cents_check orders_status_check orders_terms_fkey orders_total_cents_check orders_user_id_fkey orders_without_invoice',
  passkey_secret: 'passkey_secret_id_check passkey_secret_pkey',
  passkeys: 'passkeys_counter_check passkeys_of_user passkeys_pkey passkeys_user_id_fkey',
  picture_files: 'picture_files_key',
  product_pictures:
    'product_pictures_key product_pictures_of_picture product_pictures_place_check product_pictures_product_id_fkey',
  products:
    'products_active_check products_cost_cents_check products_id_key products_in_groups products_on_sale products_pkey products_popularity_check products_rating_halves_check products_sold_out products_stock_check',
  recovery_codes: 'recovery_codes_of_user recovery_codes_pkey recovery_codes_user_id_fkey',
  sale_rates: 'sale_rates_key sale_rates_rate_check sale_rates_terms_fkey sale_rates_usual_check',
  sale_terms: 'sale_terms_document_years_check sale_terms_pkey',
  searches: 'searches_count searches_key',
  sessions: 'sessions_expires_at sessions_of_user sessions_pkey sessions_user_id_fkey',
  shop_identity: 'shop_identity_id_check shop_identity_pkey',
  stock_changes:
    'stock_changes_key stock_changes_number_check stock_changes_order_id_fkey stock_changes_reason_check stock_changes_units_check',
  synonyms: 'synonyms_pkey',
  used_challenges: 'used_challenges_expires_at used_challenges_pkey',
  users: 'users_pkey users_username_key_key',
  webhook_settings:
    'webhook_settings_id_check webhook_settings_pkey webhook_settings_wants_events_check',
  wallets: 'wallets_balance_cents_check wallets_pkey wallets_user_id_fkey',
};

/** @returns the constraints that exist and are enabled, like `wallets_pkey on wallets` */
export async function readConstraints(db: Db): Promise<Set<string>> {
  const read: Record<Engine, typeof readSqliteConstraints> = {
    sqlite: readSqliteConstraints,
    postgres: readPostgresConstraints,
  };
  return read[engineOf(db)](db);
}

/** @returns the constraints that the migrations create */
export async function expectedConstraints(engine: Engine): Promise<Set<string>> {
  if (engine === 'sqlite') return new Set(await freshSqliteSchema());
  return new Set(
    Object.entries(onPostgres).flatMap(([table, names]) =>
      names.split(' ').map((name) => `${name} on ${table}`),
    ),
  );
}

export const constraintsExist: Invariant = {
  name: 'constraints, indices and triggers exist and are enabled',
  async find(db) {
    const found = await readConstraints(db);
    const expected = await expectedConstraints(engineOf(db));
    return [...expected].filter((name) => !found.has(name)).map((name) => `no ${name}`);
  },
};

/** SQLite stores the text of each CREATE statement, including constraints. */
async function readSqliteConstraints(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where sql is not null`.execute(db);
  return new Set(rows.map((row) => row.sql));
}

async function readPostgresConstraints(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select conname || ' on ' || relname as name from pg_constraint
      join pg_class on pg_class.oid = conrelid
      where relnamespace = current_schema()::regnamespace and contype in ('c', 'f', 'p', 'u')
        and convalidated
    union all
    select tgname || ' on ' || relname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal and tgenabled = 'O'
    union all
    select index.relname || ' on ' || owner.relname from pg_index
      join pg_class as index on index.oid = indexrelid
      join pg_class as owner on owner.oid = indrelid
      where owner.relnamespace = current_schema()::regnamespace and indisvalid
        and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
