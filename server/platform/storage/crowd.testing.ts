/** Fills every table, so that a query planner prefers an index to a scan. */
import { sql } from 'kysely';
import { countChange } from '../../shop/catalogue/segments.ts';
import type { Engine } from './engine.ts';
import type { Db } from './schema.ts';

const PRODUCTS = 6_000;
/** After the demo catalogue. */
const FIRST_POSITION = 1_001;
const SHOPPERS = 2_000;
/** In 2100: sessions and windows that aren't over. */
const LATER = 4_102_444_800_000;

/** One statement for each table, on both engines. */
const inserts: Record<string, string> = {
  users: `select 'user-' || i, 'shopper ' || i, 'shopper ' || i, 'none', 1, null from n`,
  wallets: `select 'user-' || i, 500000, 500000 from n`,
  sessions: `select 'hash-' || i, 'user-' || i, ${LATER}, '', null from n`,
  login_events: `select 'user-' || i, 'failed', 1, '', 1, ${LATER} from n`,
  passkeys: `select 'passkey-' || i, 'user-' || i, 'Phone', 'key', 0, '', 1, null from n`,
  used_challenges: `select 'challenge-' || i, ${LATER} from n`,
  attempts: `select 'address-' || i, ${LATER} from n`,
  devices: `select 'device-' || i, 'user-' || i, ${LATER} from n`,
  recovery_codes: `select 'code-' || i, 'user-' || i, 1, null from n`,
  cart_items: `select 'user-' || i, 'product-' || i, 1, 1 from n`,
  addresses: `select 'address-' || i, 'user-' || i, '1 Long Road', 1 from n`,
  sale_terms: `select i, 'Birch', 'VAT', 'UTC', 10, 1 from n`,
  sale_rates: `select i, 'standard', 19000, 1 from n`,
  orders: `select 'order-' || i, 'user-' || i, 'a', '1 Long Road', 1, 1, 'key', 1, '2026-11-20', 'shipped', 0, 'N' || i, 'I' || i, 1 from n`,
  order_items: `select 'order-' || i, 0, 'product-' || i, 'Pen', 1, 1, 0, 19000, 0 from n`,
  order_changes: `select 'order-' || i, 1, 'shipped', 0, 'operator', null, null, 1, null, null, null, null, null from n`,
  invoices: `select 'I' || i, 2026, i, 'order-' || i, 0, 1, '2026-11-25', '2026-11-25', '1 Long Road' from n`,
  invoice_taxes: `select 'I' || i, 19000, 1, 0 from n`,
  order_returns: `select 'order-' || i, 1, 0, 1, 0 from n`,
  stock_changes: `select 'product-' || i, 1, -1, 'order', 'order-' || i, 1 from n`,
  ledger_notes: `select 'grant-' || i, 'A gift', 'user-' || i, null from n`,
  picture_files: `select 'picture-' || i, 320, 'webp', 'bytes' from n`,
  product_pictures: `select 'product-' || (1000 + i), 1, 'picture-' || i, '' from n`,
  synonyms: `select i, 'pen, biro' from n`,
  ledger_entries: `select 'sale-' || i, 'sales', 'user-' || i, 'order-' || i, 1, 1 from n`,
  operators: `select 'operator-' || i, null, null, 0, 'link-' || i, 1, 1 from n`,
  operator_sessions: `select 'hash-' || i, 'operator-' || i, 1, 1, 1 from n`,
  operator_log: `select 'entry-' || i, 1, 'somebody', 'command', 'order shipped', 'order-' || i, '1', null, null from n`,
  events: `select 'event-' || i, 'order.placed', 'user-' || i, 'order-' || i, 0, '{}', 1, 1, null, 1, null, 1 from n`,
};

export async function fillWithCrowd(db: Db, engine: Engine): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const positions = Array.from({ length: PRODUCTS }, (_, index) => FIRST_POSITION + index);
    await sql`
      with recursive n (i) as (
        select ${sql.lit(FIRST_POSITION)} union all
        select i + 1 from n where i < ${sql.lit(positions.at(-1))}
      )
      insert into products (position, id, name, category, categories, brand, description,
        popularity, cost_cents, rating_halves, image, stock, active, group_id, updated_at)
      select i, 'product-' || i, 'Pencil ' || i, 'Pens', '', '', '', 0, 100, 9, '/pen.webp',
        null, 1, case when i > 5000 then 'group-' || (i / 3) else '' end, 1 from n`.execute(tx);
    await countChange(
      tx,
      positions.map((position) => ({ position, group_id: '' })),
      { changesText: true },
    );
    for (const [table, select] of Object.entries(inserts)) {
      await sql`
        with recursive n (i) as (
          select 1 union all select i + 1 from n where i < ${sql.lit(SHOPPERS)}
        )
        insert into ${sql.table(table)} ${sql.raw(select)}`.execute(tx);
    }
  });
  // PostgreSQL's planner needs statistics, which a server collects by itself after a while.
  if (engine === 'postgres') await sql`analyze`.execute(db);
}
