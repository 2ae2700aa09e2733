/** The same transactions as the shop's, by hand, on nothing but the engine: what there is to reach. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Pool } from 'pg';
import type { Account } from '../../drill/shop.ts';
import type { Database } from './stage.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
type Query = (sql: string, ...values: Value[]) => Promise<Row[]>;

export interface RawEngine {
  /** The work is told how this engine locks a user's row. */
  transact(work: (query: Query, lockUser: string) => Promise<unknown>): Promise<void>;
  /** Where the engine is another process, and was started here. */
  databasePid: number | undefined;
  close(): Promise<void>;
}

/** One connection, as durable as the shop's: each commit is on the disk before the next one begins. */
export function openRawSqlite({ settings }: Pick<Database, 'settings'>): RawEngine {
  const database = new DatabaseSync(join(settings.DATA_DIR ?? '', 'shop.db'), {
    enableForeignKeyConstraints: true,
    // The last request of a server's round may have to wait until the round behind it is over: whoever
    // changes one line after the other hardly leaves the lock to anybody else.
    timeout: 10_000,
  });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statements = new Map<string, StatementSync>();
  const query: Query = async (sql, ...values) => {
    const statement = statements.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
    statements.set(sql, statement);
    return statement.all(...(values as SQLInputValue[])) as Row[];
  };
  return {
    async transact(work) {
      await query('begin immediate');
      await work(query, 'select id from users where id = $1');
      await query('commit');
    },
    databasePid: undefined,
    close: async () => database.close(),
  };
}

/** Statements are prepared on each connection, as the shop's are. */
export function openRawPostgres({ settings, pid }: Database, connections: number): RawEngine {
  const pool = new Pool({ connectionString: settings.DATABASE_URL, max: connections });
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `raw-${names.size}`;
    names.set(text, name);
    return name;
  };
  return {
    async transact(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const query: Query = async (text, ...values) =>
          (await client.query({ name: nameOf(text), text, values })).rows;
        await work(query, 'select id from users where id = $1 for no key update');
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    databasePid: pid,
    close: () => pool.end(),
  };
}

const READ_PRICED = `select c.product_id, c.qty, p.name, p.cost_cents, p.stock from cart_items c
  left join products p on p.id = c.product_id and p.active = 1 where c.user_id = $1 order by c.place`;

/** What `POST /cart` does. @returns the cart's lines */
export async function changeLine(
  query: Query,
  lockUser: string,
  { userId }: Account,
  { productId, qty }: { productId: string; qty: number },
): Promise<Row[]> {
  await query(lockUser, userId);
  await query(
    `insert into cart_items (user_id, product_id, qty, place)
     select $1, id, $2, (select coalesce(max(place), 0) + 1 from cart_items where user_id = $3)
     from products where id = $4 and active = 1
     on conflict (user_id, product_id) do update set qty = excluded.qty returning product_id`,
    ...[userId, qty, userId, productId],
  );
  return query(READ_PRICED, userId);
}

/** What `POST /cart/checkout` does with a key, and products that aren't counted. */
export async function checkOut(
  query: Query,
  lockUser: string,
  { userId, addressId }: Account,
): Promise<void> {
  const [key, orderId, transactionId, now] = [randomUUID(), randomUUID(), randomUUID(), Date.now()];
  await query(lockUser, userId);
  await query('select * from orders where user_id = $1 and idempotency_key = $2', userId, key);
  const lines = await query(READ_PRICED, userId);
  const total = lines.reduce((sum, line) => sum + Number(line.cost_cents) * Number(line.qty), 0);
  const [address] = await query(
    'select address from addresses where id = $1 and user_id = $2',
    ...[addressId, userId],
  );
  const [wallet] = await query(
    `update wallets set balance_cents = balance_cents - $1 where user_id = $2
     and balance_cents >= $3 returning balance_cents`,
    ...[total, userId, total],
  );
  await query(
    `insert into orders (id, user_id, address_id, address, total_cents, balance_after_cents,
       idempotency_key, placed_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    ...[orderId, userId, addressId, address?.address ?? null],
    ...[total, wallet?.balance_cents ?? null, key, now],
  );
  await query(
    `insert into order_items (order_id, line, product_id, name, cost_cents, qty) ${valuesOf(lines.length, 6)}`,
    ...lines.flatMap((line, index) => [
      ...[orderId, index, line.product_id as Value],
      ...[line.name as Value, line.cost_cents as Value, line.qty as Value],
    ]),
  );
  await query(
    `insert into ledger_entries (transaction_id, user_id, order_id, made_at, account, amount_cents)
     ${valuesOf(2, 6)}`,
    ...[transactionId, userId, orderId, now, 'wallet', -total],
    ...[transactionId, userId, orderId, now, 'sales', total],
  );
  await query('delete from cart_items where user_id = $1', userId);
}

/** `values ($1, $2), ($3, $4)` for two rows of two. */
function valuesOf(rows: number, columns: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const places = Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`);
    return `(${places.join(', ')})`;
  });
  return `values ${tuples.join(', ')}`;
}
