import { expect, test } from 'vitest';
import { numberOf } from '../../../shop/codes.ts';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { openBefore } from './upgrade.testing.ts';

/** Two ids whose numbers are the same. */
const [first, second] = [
  '00000000-0000-7000-8000-00000000d515',
  '00000000-0000-7000-8000-000000090732',
] as const;

test('orders that are there get the number of their id, and another one where it is taken', async () => {
  const order = (id: string) =>
    `insert into orders values ('${id}', 'u', 'a', '1 Long Road', 1, 1, null, 5, 'placed', 0)`;
  const ids = Array.from({ length: 1_100 }, (_, n) => `order-${n}`);
  const db = await openBefore('032-order-numbers', [
    `insert into users values ('u', 'Somebody', 'somebody', 'x', 1, null)`,
    ...[first, second, ...ids].map(order),
  ]);
  await migrate(db, engine);
  const rows = await db.selectFrom('orders').select(['id', 'number']).execute();
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  expect(ids.map((id) => numbers.get(id))).toEqual(ids.map(numberOf));
  expect(numbers.get(first)).toBe(numberOf(first));
  expect(numberOf(second)).toBe(numberOf(first));
  expect(numbers.get(second)).toMatch(/^[0-9A-Z]{8}$/);
  expect(new Set(numbers.values()).size).toBe(rows.length);
});
