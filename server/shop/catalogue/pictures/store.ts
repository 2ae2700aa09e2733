/** The shop's own pictures of products, in the database: a change, its files and its backup are one thing. */
import type { PictureFormat } from '../../../../contract/pictures.ts';
import type { Db, PictureFileRow, ProductRow, Tx } from '../../../platform/storage/schema.ts';
import { listAddresses } from '../fields/picture-addresses.ts';
import { countChange } from '../segments.ts';

export type PictureFile = Omit<PictureFileRow, 'picture'>;

/** @returns undefined if there is no such file */
export async function readPictureFile(
  db: Db,
  { picture, side, format }: { picture: string; side: number; format: PictureFormat },
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('picture_files')
    .select('bytes')
    .where('picture', '=', picture)
    .where('side', '=', side)
    .where('format', '=', format)
    .executeTakeFirst();
  return row?.bytes;
}

/** A picture of the shop's own that a product shows. */
export interface StoredPicture {
  picture: string;
  /** The address that it was fetched from; empty if it was imported. */
  source: string;
}

/** A product's pictures on other servers, and what it shows in their place. */
export interface RemotePictures {
  id: string;
  position: number;
  addresses: string[];
  own: StoredPicture[];
}

export interface Page {
  /** A position; 0: from the first product. */
  after: number;
  limit: number;
}

/** All products, read a page at a time. */
export async function* pages<Product extends { position: number }>(
  list: (page: Page) => Promise<Product[]>,
  limit: number,
): AsyncGenerator<Product[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const products: Product[] = await list({ after, limit });
    if (products.length > 0) yield products;
    after = products.at(-1)?.position;
  }
}

/** What products are called. */
export async function listNames(
  db: Db,
  { after, limit }: Page,
): Promise<Pick<ProductRow, 'id' | 'position' | 'name' | 'option' | 'group_id'>[]> {
  return db
    .selectFrom('products')
    .select(['id', 'position', 'name', 'option', 'group_id'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Products whose first picture in the feed is on another server. */
export async function listRemotePictures(
  db: Db,
  { after, limit }: Page,
): Promise<RemotePictures[]> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'position', 'image'])
    .where('position', '>', after)
    .where('image', 'like', 'http%')
    .orderBy('position')
    .limit(limit)
    .execute();
  const rows = await listPictures(
    db,
    products.map(({ id }) => id),
  );
  const own = Map.groupBy(rows, ({ product_id }) => product_id);
  return products.map(({ id, position, image }) => ({
    id,
    position,
    addresses: listAddresses(image).filter((address) => !address.startsWith('/')),
    own: own.get(id) ?? [],
  }));
}

/** The ids of products on sale that have neither a picture of their own nor one elsewhere. */
export async function listWithoutPicture(
  db: Db,
  { after, limit }: Page,
): Promise<{ id: string; position: number; name: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'position', 'name'])
    .where('position', '>', after)
    .where('picture', '=', '')
    .where('image', '=', '')
    .where('active', '=', 1)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The pictures of these products, those of each in their order. */
export async function listPictures(
  db: Db,
  productIds: readonly string[],
): Promise<(StoredPicture & { product_id: string })[]> {
  if (productIds.length === 0) return [];
  return db
    .selectFrom('product_pictures')
    .select(['product_id', 'picture', 'source'])
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .orderBy('place')
    .execute();
}

/** @returns the name of the picture that was made of a source with this hash, if it is stored */
export async function findPictureByHash(db: Db, hash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('picture_files')
    .select('picture')
    .where('picture', '>=', hash)
    // The first character after `-`, with which a name continues.
    .where('picture', '<', `${hash}.`)
    .limit(1)
    .executeTakeFirst();
  return row?.picture;
}

export async function addPictureFiles(
  tx: Tx,
  picture: string,
  files: readonly PictureFile[],
): Promise<void> {
  await tx
    .insertInto('picture_files')
    .values(files.map((file) => ({ picture, ...file })))
    .execute();
}

/** @param pictures in their order, at most PICTURES_MAX; their files are stored */
export async function replacePictures(
  tx: Tx,
  { id, position, group_id }: Pick<ProductRow, 'id' | 'position' | 'group_id'>,
  pictures: readonly StoredPicture[],
  at: number,
): Promise<void> {
  const before = await detachPictures(tx, [id]);
  const rows = pictures.map((picture, index) => ({ product_id: id, place: index + 1, ...picture }));
  if (rows.length > 0) await tx.insertInto('product_pictures').values(rows).execute();
  await tx
    .updateTable('products')
    .set({ picture: pictures[0]?.picture ?? '', updated_at: at })
    .where('id', '=', id)
    .execute();
  await erasePictures(tx, before);
  await countChange(tx, [{ position, group_id }], { changesText: false });
}

/** Products that are removed lose their pictures. @returns the names of these */
export async function detachPictures(tx: Tx, productIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('product_pictures')
    .where('product_id', 'in', productIds)
    .returning('picture')
    .execute();
  return rows.map(({ picture }) => picture);
}

/** Erases the files of those pictures that no product has. */
export async function erasePictures(tx: Tx, pictures: readonly string[]): Promise<void> {
  if (pictures.length === 0) return;
  await tx
    .deleteFrom('picture_files')
    .where('picture', 'in', pictures)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product_pictures')
            .select('product_id')
            .whereRef('product_pictures.picture', '=', 'picture_files.picture'),
        ),
      ),
    )
    .execute();
}
