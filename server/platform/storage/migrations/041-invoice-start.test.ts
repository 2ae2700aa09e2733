import { expect, test } from 'vitest';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { openBefore } from './upgrade.testing.ts';

const NAME = '041-invoice-start';
const order = (id: string, placedAt: number) =>
  `insert into orders (id, user_id, address_id, address, total_cents, balance_after_cents, placed_at, number)
    values ('${id}', 'u', 'a', '1 Long Road', 1, 1, ${placedAt}, '${id}')`;
const sold = [
  `insert into users (id, username, username_key, password_hash, created_at)
    values ('u', 'Somebody', 'somebody', 'x', 1)`,
  order('later', 7),
  order('first', 5),
];
const invoice = `
  insert into invoices (number, year, sequence, order_id, change_number, amount_cents, seller, tax_cents, issued_at)
    values ('2026-000001', 2026, 1, 'first', 0, 1, 'Birch', 0, 9)`;

test.each([
  ['that has sold without invoices issues them for later orders', sold, [7]],
  ['that has issued invoices goes on', [...sold, invoice], []],
  ['without orders issues them for all', [], []],
])('a shop %s', async (_name, rows, expected) => {
  const db = await openBefore(NAME, rows);
  await migrate(db, engine);
  const found = await db.selectFrom('invoice_start').select('placed_after').execute();
  expect(found.map(({ placed_after }) => placed_after)).toEqual(expected);
});
