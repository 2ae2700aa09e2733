import { expect, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import type { OrderChangeKind } from '../schema.ts';
import { openBefore } from './upgrade.testing.ts';

const rows = [
  `insert into users (id, username, username_key, password_hash, created_at) values ('u', 'Somebody', 'somebody', 'x', 1)`,
  `insert into orders (id, number, user_id, address_id, address, total_cents, balance_after_cents, placed_at, status, refunded_cents)
    values ('o', 'n', 'u', 'a', '1 Long Road', 105, 1, 5, 'shipped', 50)`,
  `insert into order_items (order_id, line, product_id, name, cost_cents, qty) values ('o', 0, 'pen', 'Pen', 105, 1)`,
  `insert into order_changes (order_id, number, kind, amount_cents, made_by, note, request_key, made_at, carrier, tracking)
    values ('o', 1, 'shipped', 0, 'operator', null, null, 6, 'UPS', '17')`,
  `insert into order_changes (order_id, number, kind, amount_cents, made_by, note, request_key, made_at, carrier, tracking)
    values ('o', 2, 'refunded', 50, 'operator', 'A scratch', 'key', 7, null, null)`,
  `insert into order_returns (order_id, number, line, refunded, restocked) values ('o', 2, 0, 0, 1)`,
];

test('orders keep their history and its lines, and goods can come back without a refund', async () => {
  const db = await openBefore('054-restocks', rows);
  const historyOf = async () => [
    await db.selectFrom('order_changes').selectAll().orderBy('number').execute(),
    await db.selectFrom('order_returns').selectAll().execute(),
  ];
  const before = await historyOf();
  const change = (kind: OrderChangeKind, number: number) => {
    const common = { order_id: 'o', amount_cents: 0, made_by: 'operator', made_at: 8 } as const;
    return db
      .insertInto('order_changes')
      .values({ ...common, kind, number })
      .execute();
  };
  await expect(change('restocked', 3)).rejects.toThrow();
  await migrate(db, engine);
  expect(await historyOf()).toEqual(before);
  await change('restocked', 3);
  await change('noted', 4);
  await expect(change('lost' as OrderChangeKind, 5)).rejects.toThrow();
  const stray = { order_id: 'o', number: 9, line: 0, refunded: 0, restocked: 1 };
  await expect(db.insertInto('order_returns').values(stray).execute()).rejects.toThrow();
  const found = await findViolations(db, invariantsOf(engine));
  expect(found.map(({ name }) => name)).not.toContain(
    'constraints, indices and triggers exist and are enabled',
  );
});
