/** The short numbers of orders. Those that are there get theirs. */
import { hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';

const BATCH_SIZE = 1_000;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('number', 'text').execute();
  await numberOrders(db);
  await db.schema.createIndex('orders_number').on('orders').column('number').unique().execute();
}

async function numberOrders(db: Kysely<unknown>): Promise<void> {
  const used = new Set<string>();
  for (let after = ''; ; ) {
    const query: RawBuilder<{ id: string }> = sql`
      select id from orders where id > ${after} order by id limit ${sql.lit(BATCH_SIZE)}`;
    const { rows } = await query.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const pairs = rows.map(({ id }) => sql`(${id}, ${unusedNumber(id, used)})`);
    await sql`
      with numbered (id, number) as (values ${sql.join(pairs)})
      update orders set number = numbered.number from numbered where numbered.id = orders.id`.execute(
      db,
    );
  }
}

/** Another one than that of its id if an earlier order has that already. */
function unusedNumber(id: string, used: Set<string>): string {
  for (let attempt = 0; ; attempt++) {
    const number = numberOf(attempt === 0 ? id : `${id} ${attempt}`);
    if (used.has(number)) continue;
    used.add(number);
    return number;
  }
}

/** A copy of the shop's function as of this migration. */
function numberOf(text: string): string {
  const bits = hash('sha256', text, 'buffer').readUIntBE(0, 5);
  return Array.from({ length: 8 }, (_, place) =>
    ALPHABET.charAt(Math.floor(bits / 32 ** (7 - place)) % 32),
  ).join('');
}
