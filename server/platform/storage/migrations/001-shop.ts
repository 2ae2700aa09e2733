/** The tables, for both engines. */
import { type Kysely, sql } from 'kysely';

/** The limits of that time: today's may differ. */
const COST_MIN_CENTS = 1;
const COST_MAX_CENTS = 100_000_000;
const QUANTITY_MAX = 99;
const RATING_MAX = 5;

// A migration runs on the tables of its time, not on today's `Schema`.
type AnySchema = Kysely<unknown>;

export async function up(db: AnySchema): Promise<void> {
  await createUsers(db);
  await createCatalogue(db);
  await createCartsAndAddresses(db);
  await createMoney(db);
}

async function createUsers(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_expires_at').on('sessions').column('expires_at').execute();
  await db.schema.createIndex('sessions_user_id').on('sessions').column('user_id').execute();
  await db.schema
    .createTable('login_failures')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('request_counts')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('requests', 'integer', (c) => c.notNull())
    .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function createCatalogue(db: AnySchema): Promise<void> {
  const cost = sql`cost_cents between ${sql.lit(COST_MIN_CENTS)} and ${sql.lit(COST_MAX_CENTS)}`;
  await db.schema
    .createTable('products')
    .addColumn('position', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('categories', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('popularity', 'integer', (c) => c.notNull().check(sql`popularity >= 0`))
    .addColumn('cost_cents', 'bigint', (c) => c.notNull().check(cost))
    .addColumn('rating_halves', 'integer', (c) =>
      c.notNull().check(sql`rating_halves between 0 and ${sql.lit(RATING_MAX * 2)}`),
    )
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('stock', 'bigint', (c) => c.check(sql`stock >= 0`))
    .addColumn('active', 'integer', (c) => c.notNull().defaultTo(1).check(sql`active in (0, 1)`))
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('catalogue_state')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into catalogue_state (id, version) values (1, 'empty')`.execute(db);
  await db.schema
    .createTable('catalogue_stretches')
    .addColumn('stretch', 'integer', (c) => c.primaryKey())
    .addColumn('revision', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('import_progress')
    .addColumn('fingerprint', 'text', (c) => c.primaryKey())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('records', 'integer', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('updated', 'integer', (c) => c.notNull())
    .addColumn('unchanged', 'integer', (c) => c.notNull())
    .execute();
}

async function createCartsAndAddresses(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('cart_items')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('qty', 'integer', (c) =>
      c.notNull().check(sql`qty between 1 and ${sql.lit(QUANTITY_MAX)}`),
    )
    .addColumn('place', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('cart_items_key', ['user_id', 'product_id'])
    .execute();
  await db.schema
    .createTable('addresses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addUniqueConstraint('addresses_in_order', ['user_id', 'place'])
    .execute();
}

/** Nothing here cascades: a user who has money or orders can't be deleted. */
async function createMoney(db: AnySchema): Promise<void> {
  await db.schema
    .createTable('wallets')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('balance_cents', 'bigint', (c) => c.notNull().check(sql`balance_cents >= 0`))
    .execute();
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('address_id', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('total_cents', 'bigint', (c) => c.notNull().check(sql`total_cents > 0`))
    .addColumn('balance_after_cents', 'bigint', (c) =>
      c.notNull().check(sql`balance_after_cents >= 0`),
    )
    .addColumn('idempotency_key', 'text')
    .addColumn('placed_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('orders_idempotency_key', ['user_id', 'idempotency_key'])
    .execute();
  await db.schema
    .createTable('order_items')
    .addColumn('order_id', 'text', (c) => c.notNull().references('orders.id'))
    .addColumn('line', 'integer', (c) => c.notNull())
    .addColumn('product_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('cost_cents', 'bigint', (c) => c.notNull().check(sql`cost_cents > 0`))
    .addColumn('qty', 'integer', (c) => c.notNull().check(sql`qty > 0`))
    .addPrimaryKeyConstraint('order_items_key', ['order_id', 'line'])
    .execute();
  await db.schema
    .createTable('ledger_entries')
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) =>
      c.notNull().check(sql`account in ('wallet', 'sales', 'grants')`),
    )
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('order_id', 'text', (c) => c.references('orders.id'))
    .addColumn('amount_cents', 'bigint', (c) => c.notNull().check(sql`amount_cents <> 0`))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledger_entries_key', ['transaction_id', 'account'])
    .execute();
  for (const column of ['user_id', 'order_id']) {
    const index = db.schema.createIndex(`ledger_entries_${column}`).on('ledger_entries');
    await index.column(column).execute();
  }
}
