import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db, Tx } from '../../platform/storage/schema.ts';
import { rolledBack } from '../../testing/rolled-back.ts';
import { engine } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { findViolations, invariantsOf, tableInvariants } from './audit.ts';
import { constraintsExist, expectedConstraints, readConstraints } from './constraints.ts';
import { alsoViolated, damages } from './damages/damages.testing.ts';
import { fileInvariants } from './file.ts';
import { trade } from './trade.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;

beforeAll(() => trade(shop));

/** Damages the database, inspects it, and rolls back. */
function whileDamaged<T>(damage: (tx: Tx) => Promise<unknown>, inspect: (tx: Tx) => Promise<T>) {
  return rolledBack(db, (tx) => damage(tx).then(() => inspect(tx)));
}

/** Replaces all tables by copies without constraints, so that they can be damaged. */
async function dropConstraints(tx: Tx): Promise<void> {
  for (const { name: table } of await tx.introspection.getTables()) {
    const kept = `${table}_kept`;
    await sql`alter table ${sql.table(table)} rename to ${sql.table(kept)}`.execute(tx);
    await sql`create table ${sql.table(table)} as select * from ${sql.table(kept)}`.execute(tx);
  }
}

const namesOf = async (tx: Db, invariants = tableInvariants) =>
  (await findViolations(tx, invariants)).map(({ name }) => name);

test('all invariants hold in a shop that was used', async () => {
  expect(await findViolations(db, invariantsOf(engine))).toEqual([]);
});

describe('exactly the violated invariants are found', () => {
  const cases = Object.entries(damages).flatMap(([name, ways]) =>
    Object.entries(ways).map(([how, statements]) => [name, how, statements] as const),
  );
  test.each(cases)('%s: not if %s', async (name, how, statements) => {
    const found = await whileDamaged(async (tx) => {
      await dropConstraints(tx);
      expect(await namesOf(tx)).toEqual([]);
      for (const statement of statements.split(';')) await sql.raw(statement).execute(tx);
    }, namesOf);
    expect(found.toSorted()).toEqual([name, ...(alsoViolated[how] ?? [])].toSorted());
  });

  test('every invariant is violated by one of these cases', () => {
    expect(Object.keys(damages).toSorted()).toEqual(
      tableInvariants.map(({ name }) => name).toSorted(),
    );
  });

  test('a sentence names the user and the amounts', async () => {
    const damage = (tx: Tx) => sql`update wallets set balance_cents = 7`.execute(tx);
    const [found] = await whileDamaged(damage, (tx) => findViolations(tx, tableInvariants));
    const sentence = /^wallet of [0-9a-f-]{36}: 7 cents, of 500000 given and 10313 spent$/;
    expect(found?.found).toContainEqual(expect.stringMatching(sentence));
  });
});

describe('the constraints of the engine', () => {
  test('are the expected ones, to which every migration must add its own', async () => {
    const expected = await expectedConstraints(engine);
    const found = await readConstraints(db);
    // Leave out Kysely's own tables.
    const oursOf = (constraints: Iterable<string>) =>
      [...constraints].filter((name) => !name.includes('kysely_migration')).toSorted();
    expect(oursOf(found)).toEqual(oursOf(expected));
  });

  const takenAway = {
    sqlite: [
      'drop trigger ledger_entries_no_delete',
      'drop index ledger_entries_order_id',
      'alter table wallets rename to purses',
    ],
    postgres: [
      'drop trigger ledger_entries_no_change on ledger_entries',
      'alter table ledger_entries disable trigger ledger_entries_no_change',
      'drop index ledger_entries_order_id',
      'alter table wallets drop constraint wallets_balance_cents_check',
      'alter table orders drop constraint orders_idempotency_key',
    ],
  };
  test.each(takenAway[engine])('are reported as missing after: %s', async (statement) => {
    const found = await whileDamaged(
      (tx) => sql.raw(statement).execute(tx),
      (tx) => constraintsExist.find(tx),
    );
    expect(found).toHaveLength(1);
  });
});

describe.runIf(engine === 'sqlite')('damage that only a file can have', () => {
  test.each([
    [
      'amounts and quantities are whole numbers',
      'update wallets set balance_cents = balance_cents + 0.5',
    ],
    [
      'every reference has its row: pragma foreign_key_check',
      "insert into sessions values ('token', 'nobody', 1, '', null)",
    ],
    [
      'the file is sound: pragma integrity_check',
      'update wallets set balance_cents = -balance_cents',
    ],
  ])('%s: not after %s', async (name, statement) => {
    const damage = async (tx: Tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx);
      await sql`pragma ignore_check_constraints = on`.execute(tx);
      await sql.raw(statement).execute(tx);
      await sql`pragma ignore_check_constraints = off`.execute(tx);
    };
    expect(await whileDamaged(damage, (tx) => namesOf(tx, fileInvariants))).toEqual([name]);
  });
  afterAll(() => sql`pragma ignore_check_constraints = off`.execute(db));
});
