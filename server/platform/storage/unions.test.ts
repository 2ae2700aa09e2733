import { expect, test } from 'vitest';
import { numberOf } from '../../shop/codes.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import type { Schema } from './schema.ts';
import { tableList } from './tables/tables.ts';

const unionColumns = tableList.flatMap(({ name: table, columns }) =>
  columns.flatMap(({ name: column, members }) =>
    members === undefined ? [] : { table, column, members },
  ),
);
const shop = await openTestShop();
const { userId: user_id } = await shop.shopper();

const order = (id: string) => ({
  ...{ id, user_id, number: numberOf(id), address_id: 'a', address: '1 Long Road' },
  ...{ total_cents: 105, balance_after_cents: 0, placed_at: 1, deliver_by: '2026-11-20' },
});

/** A row for each table that has a union column, without that column. */
const rows: Partial<Record<keyof Schema, (member: string, index: number) => object>> = {
  orders: (member) => order(`order ${member}`),
  order_changes: (_member, index) => ({
    ...{ order_id: 'order', number: index + 1, kind: 'shipped', made_by: 'shopper' },
    ...{ amount_cents: 0, made_at: 1 },
  }),
  events: (member) => ({
    ...{ id: member, user_id, order_id: member === 'account.erased' ? null : 'order', number: 1 },
    ...{ payload: '{}', created_at: 1, waiting_since: 1 },
  }),
  login_events: () => ({ user_id, day: 1, browser: '', times: 1, last_at: 1 }),
  ledger_entries: () => ({ transaction_id: 'all', user_id, amount_cents: 1, made_at: 1 }),
  stock_changes: (member) => ({ product_id: member, number: 1, units: 1, made_at: 1 }),
  operator_log: (member) => ({ id: member, at: 1, operator: 'Ann', origin: 'command' }),
  picture_files: () => ({ picture: 'front', side: 320, bytes: Buffer.from('any') }),
};

test.each(unionColumns)('$table: $column takes every member of its union', async (column) => {
  const { table, members } = column;
  await rolledBack(shop.services.db, async (tx) => {
    await tx.insertInto('orders').values(order('order')).execute();
    for (const [index, member] of members.entries()) {
      const row = { ...rows[table]?.(member, index), [column.column]: member };
      // The table is known only by its name.
      await tx
        .insertInto(table)
        .values(row as never)
        .execute();
    }
    const { count } = await tx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBeGreaterThanOrEqual(members.length);
  });
});

test('SQLite and PostgreSQL refuse another text', async () => {
  for (const { table, column } of unionColumns) {
    const row = { ...rows[table]?.('other', 0), [column]: 'other' };
    const inserted = rolledBack(shop.services.db, async (tx) => {
      await tx.insertInto('orders').values(order('order')).execute();
      // The table is known only by its name.
      await tx
        .insertInto(table)
        .values(row as never)
        .execute();
    });
    await expect(inserted, `${table}.${column}`).rejects.toThrow(/check constraint/i);
  }
});
