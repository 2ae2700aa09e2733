/** An index of the products whose counted stock is used up: lists say so, and their version names them. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index products_sold_out on products (stock, position) where stock = 0`.execute(
    db,
  );
}
