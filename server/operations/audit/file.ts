/** Invariants only for SQLite, whose file can be damaged and whose columns accept any type. */
import { sql } from 'kysely';
import type { Schema } from '../../platform/storage/schema.ts';
import { type Invariant, invariant, unionOf } from './invariant.ts';

/** Columns that must hold integers. */
const wholeNumbers: readonly [table: keyof Schema, column: string][] = [
  ['wallets', 'balance_cents'],
  ['orders', 'total_cents'],
  ['orders', 'balance_after_cents'],
  ['orders', 'refunded_cents'],
  ['order_items', 'cost_cents'],
  ['order_items', 'qty'],
  ['order_items', 'taken'],
  ['stock_changes', 'units'],
  ['order_changes', 'amount_cents'],
  ['invoices', 'amount_cents'],
  ['invoice_taxes', 'gross_cents'],
  ['invoice_taxes', 'tax_cents'],
  ['ledger_entries', 'amount_cents'],
  ['products', 'cost_cents'],
  ['cart_items', 'qty'],
];

export const fileInvariants: readonly Invariant[] = [
  // Unlike quick_check, integrity_check also checks indices, NOT NULL and CHECK.
  invariant(
    'the file is sound: pragma integrity_check',
    sql`select integrity_check as sentence from pragma_integrity_check where integrity_check <> 'ok'`,
  ),
  invariant(
    'every reference has its row: pragma foreign_key_check',
    sql`
      select "table" || ' row ' || coalesce(rowid, '?') || ' of ' || parent as sentence
      from pragma_foreign_key_check`,
  ),
  invariant(
    'amounts and quantities are whole numbers',
    unionOf(
      wholeNumbers.map(([table, column]) => {
        const value = sql.ref(column);
        return sql`
          select ${sql.lit(`${table}: ${column} `)} || coalesce(${value}, 'is missing') as sentence
          from ${sql.table(table)} where typeof(${value}) <> 'integer'`;
      }),
    ),
  ),
];
