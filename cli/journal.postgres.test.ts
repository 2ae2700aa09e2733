import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openTestShop } from '../server/testing/test-shop.ts';
import { program } from './shared/process.testing.ts';

const shop = await openTestShop();
const { db } = shop.services;
const TRANSACTIONS = 5_000;

/** Transactions of other connections to this database. */
async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(db);
  return rows[0]?.count ?? 0;
}

test('a reader of the journal that pauses holds no snapshot of the database', async () => {
  const { userId } = await shop.shopper();
  await sql`
    insert into ledger_entries
      select 't-' || i, account, ${userId}, null, amount, 1
      from generate_series(1, ${sql.lit(TRANSACTIONS)}) as i,
        (values ('grants', -1), ('wallet', 1)) as entry (account, amount)`.execute(db);
  const { PATH } = process.env;
  const child = spawn(process.execPath, [program, 'orders', 'journal'], {
    env: { PATH, ...shop.database.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // The output exceeds the pipe's buffer, and nobody reads it yet.
  await once(child.stdout, 'readable');
  await expect.poll(countTransactions).toBe(0);
  expect(child.exitCode).toBe(null);
  const journal = await text(child.stdout);
  expect(journal.match(/\(t-\d+\) grant\n/g)).toHaveLength(TRANSACTIONS);
});
