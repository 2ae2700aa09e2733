/** The transactions of `POST /cart` and `POST /cart/checkout` directly on node:sqlite or pg. */
import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { Pool } from 'pg';
import type { Database } from './database.ts';
import type { CartChange, Shopper } from './shoppers.ts';

type Value = string | number | null;
type Row = Record<string, Value>;
type Query = (sql: string, values: readonly Value[]) => Promise<Row[]>;

export interface RawEngine {
  /** The statement that locks a shopper's row. */
  lock: string;
  transact(work: (query: Query) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Commits are as durable as the shop's: each is on disk before the next one begins. */
export function openRawSqlite({ env }: Database): RawEngine {
  const database = new DatabaseSync(join(env.DATA_DIR ?? '', 'shop.db'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const statements = new Map<string, StatementSync>();
  const query: Query = async (sql, values) => {
    const statement = statements.get(sql) ?? database.prepare(sql.replaceAll('$', '?'));
    statements.set(sql, statement);
    // All columns of the shop are texts and numbers.
    return statement.all(...values) as Row[];
  };
  return {
    lock: 'select id from users where id = $1',
    async transact(work) {
      await query('begin immediate', []);
      await work(query);
      await query('commit', []);
    },
    close: async () => database.close(),
  };
}

/** Uses prepared statements, like the shop. */
export function openRawPostgres({ env }: Database, max: number): RawEngine {
  const pool = new Pool({ connectionString: env.DATABASE_URL, max });
  return {
    lock: 'select id from users where id = $1 for no key update',
    async transact(work) {
      const client = await pool.connect();
      await client.query('begin');
      await work(async (text, values) => {
        const name = hash('md5', text);
        return (await client.query({ name, text, values: [...values] })).rows;
      });
      await client.query('commit');
      client.release();
    },
    close: () => pool.end(),
  };
}

const READ_CART = `select c.product_id, c.qty, p.name, p.cost_cents, p.stock from cart_items c
  left join products p on p.id = c.product_id and p.active = 1 where c.user_id = $1 order by c.place`;
const SET_LINE = `insert into cart_items (user_id, product_id, qty, place)
  select $1, id, $2, (select coalesce(max(place), 0) + 1 from cart_items where user_id = $3)
  from products where id = $4 and active = 1
  on conflict (user_id, product_id) do update set qty = excluded.qty returning product_id`;

export function changeCart({ lock, transact }: RawEngine, { shopper, productId, qty }: CartChange) {
  const { userId } = shopper;
  return transact(async (query) => {
    await query(lock, [userId]);
    await query(SET_LINE, [userId, qty, userId, productId]);
    await query(READ_CART, [userId]);
  });
}

const FIND_ORDER = 'select * from orders where user_id = $1 and idempotency_key = $2';
const FIND_ADDRESS = 'select address from addresses where id = $1 and user_id = $2';
const DEBIT = `update wallets set balance_cents = balance_cents - $1
  where user_id = $2 and balance_cents >= $3 returning balance_cents`;
const ADD_ORDER = `insert into orders (id, user_id, address_id, address, total_cents, balance_after_cents,
  idempotency_key, placed_at) values ($1, $2, $3, '1 Long Road', $4, $5, $6, $7)`;
const ADD_LINES = 'insert into order_items (order_id, line, product_id, name, cost_cents, qty)';
const ADD_ENTRIES = `insert into ledger_entries (transaction_id, user_id, order_id, made_at, account,
  amount_cents) values ${placeholders(2, 6)}`;

/** Places an order with an idempotency key, of products without a stock count. */
export function placeOrder({ lock, transact }: RawEngine, { userId, addressId }: Shopper) {
  const [key, orderId, transactionId, now] = [randomUUID(), randomUUID(), randomUUID(), Date.now()];
  const entry = [transactionId, userId, orderId, now];
  return transact(async (query) => {
    await query(lock, [userId]);
    await query(FIND_ORDER, [userId, key]);
    const lines = await query(READ_CART, [userId]);
    const total = lines.reduce((sum, line) => sum + Number(line.cost_cents) * Number(line.qty), 0);
    await query(FIND_ADDRESS, [addressId, userId]);
    const [wallet] = await query(DEBIT, [total, userId, total]);
    if (lines.length === 0 || !wallet?.balance_cents)
      throw new Error('The cart is empty, or the wallet.');
    await query(ADD_ORDER, [orderId, userId, addressId, total, wallet.balance_cents, key, now]);
    const columns = ['product_id', 'name', 'cost_cents', 'qty'];
    const valuesOf = (line: Row) => columns.map((column) => line[column] ?? null);
    const values = lines.flatMap((line, index) => [orderId, index, ...valuesOf(line)]);
    await query(`${ADD_LINES} values ${placeholders(lines.length, 6)}`, values);
    await query(ADD_ENTRIES, [...entry, 'wallet', -total, ...entry, 'sales', total]);
    await query('delete from cart_items where user_id = $1', [userId]);
  });
}

/** Formats placeholders: `($1, $2), ($3, $4)` for two rows of two columns. */
function placeholders(rows: number, columns: number): string {
  const row = (index: number) =>
    Array.from({ length: columns }, (_, column) => `$${index * columns + column + 1}`).join(', ');
  return Array.from({ length: rows }, (_, index) => `(${row(index)})`).join(', ');
}
