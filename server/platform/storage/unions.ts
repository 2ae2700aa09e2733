/** The columns that hold a member of a union, with all of its members. */
import type { SelectType } from 'kysely';
import type { Schema } from './schema.ts';

/** The texts that a column may hold; never if it may hold any. */
type MembersOf<Column> =
  Exclude<SelectType<Column>, null> extends infer Value
    ? string extends Value
      ? never
      : Extract<Value, string>
    : never;

type UnionsOf<Table> = {
  [Column in keyof Table as [MembersOf<Table[Column]>] extends [never] ? never : Column]: Record<
    MembersOf<Table[Column]>,
    true
  >;
};

/** Each column of the schema whose type is a union: the compiler names what a new one, or a new member, lacks here. */
type Unions = {
  [Table in keyof Schema as keyof UnionsOf<Schema[Table]> extends never ? never : Table]: UnionsOf<
    Schema[Table]
  >;
};

const unions: Unions = {
  orders: {
    status: { placed: true, shipped: true, cancelled: true, refunded: true },
  },
  order_changes: {
    kind: {
      shipped: true,
      cancelled: true,
      refunded: true,
      tracked: true,
      noted: true,
      restocked: true,
    },
    made_by: { shopper: true, operator: true },
  },
  events: {
    type: {
      'order.placed': true,
      'order.shipped': true,
      'order.tracked': true,
      'order.cancelled': true,
      'order.refunded': true,
      'invoice.issued': true,
      'account.erased': true,
    },
  },
  login_events: {
    kind: {
      failed: true,
      'new-device': true,
      'passkey-added': true,
      'passkey-removed': true,
      'codes-made': true,
      recovered: true,
    },
  },
  ledger_entries: {
    account: {
      wallet: true,
      sales: true,
      refunds: true,
      grants: true,
      received: true,
      forfeits: true,
    },
  },
  stock_changes: {
    reason: {
      import: true,
      update: true,
      order: true,
      cancellation: true,
      return: true,
      correction: true,
      removal: true,
    },
  },
  picture_files: { format: { avif: true, webp: true } },
};

export interface UnionColumn {
  table: keyof Schema;
  column: string;
  members: string[];
}

export const unionColumns: readonly UnionColumn[] = Object.entries(unions).flatMap(
  ([table, columns]) =>
    Object.entries(columns).map(([column, members]) => ({
      // The keys are those of the type.
      table: table as keyof Unions,
      column,
      members: Object.keys(members as object),
    })),
);
