/** A shop of the last release keeps its money, notes and accounts, and knows who was erased. */
import { expect, test } from 'vitest';
import { findViolations, invariantsOf } from '../../../operations/audit/audit.ts';
import { engine } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { openBefore } from './upgrade.testing.ts';

const account = (id: string, name: string) => [
  `insert into users values ('${id}', '${name}', '${name.toUpperCase()}', '$argon2id$x', 1)`,
  `insert into wallets values ('${id}', 500700)`,
  `insert into ledger_entries values ('${id}-1', 'grants', '${id}', null, -500000, 1)`,
  `insert into ledger_entries values ('${id}-1', 'wallet', '${id}', null, 500000, 1)`,
  `insert into ledger_entries values ('${id}-2', 'grants', '${id}', null, -700, 2)`,
  `insert into ledger_entries values ('${id}-2', 'wallet', '${id}', null, 700, 2)`,
];

const rows = [
  ...account('a', 'Somebody'),
  `insert into ledger_notes values ('a-2', 'A gift')`,
  ...account('b', 'erased-0123456789abcdef'),
  ...account('c', 'erased-fedcba9876543210'),
  `insert into sessions values ('hash', 'c', 9)`,
];

test('money and notes stay; a pseudonym that nobody uses is an erased account', async () => {
  const db = await openBefore('020-accounts', rows);
  const entries = () =>
    db.selectFrom('ledger_entries').selectAll().orderBy('transaction_id').orderBy('account');
  const before = await entries().execute();
  await migrate(db, engine);
  expect(await entries().execute()).toEqual(before);
  expect(await db.selectFrom('ledger_notes').selectAll().execute()).toEqual([
    { transaction_id: 'a-2', note: 'A gift', user_id: 'a', request_key: null },
  ]);
  const users = db.selectFrom('users').select(['id', 'erased_at']).orderBy('id');
  expect(await users.execute()).toEqual([
    { id: 'a', erased_at: null },
    { id: 'b', erased_at: expect.any(Number) },
    { id: 'c', erased_at: null },
  ]);
  const wallets = await db.selectFrom('wallets').select('opening_cents').distinct().execute();
  expect(wallets).toEqual([{ opening_cents: 500_000 }]);
  const invariants = invariantsOf(engine).filter(({ name }) => !name.startsWith('the catalogue'));
  expect(await findViolations(db, invariants)).toEqual([]);
});
