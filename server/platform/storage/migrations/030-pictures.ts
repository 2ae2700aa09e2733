/** Own pictures of products: their files, and which product shows which. */
import { type Kysely, type RawBuilder, sql } from 'kysely';

export const upSqlite = (db: Kysely<unknown>) => up(db, sql`blob`);
export const upPostgres = (db: Kysely<unknown>) => up(db, sql`bytea`);

async function up(db: Kysely<unknown>, bytes: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('picture_files')
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('side', 'integer', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('picture_files_key', ['picture', 'side', 'format'])
    .execute();
  await db.schema
    .createTable('product_pictures')
    .addColumn('product_id', 'text', (c) => c.notNull().references('products.id'))
    .addColumn('place', 'integer', (c) => c.notNull().check(sql`place between 1 and 8`))
    .addColumn('picture', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('product_pictures_key', ['product_id', 'place'])
    .execute();
  await db.schema
    .createIndex('product_pictures_of_picture')
    .on('product_pictures')
    .column('picture')
    .execute();
  await db.schema
    .alterTable('products')
    .addColumn('picture', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
