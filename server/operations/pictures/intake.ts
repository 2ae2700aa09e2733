/** Takes pictures of products into the shop. Each is encoded once, and not at all if the shop has it. */
import { type PictureFormat, pictureName } from '../../../contract/pictures.ts';
import { OperatorError, UnfinishedChange } from '../../platform/operator-error.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { OutcomeUnknown } from '../../platform/storage/errors.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import type { Tx } from '../../platform/storage/schema.ts';
import { TemporaryTables } from '../../platform/storage/sqlite/temporary.ts';
import { transact } from '../../platform/storage/transaction.ts';
import {
  addPictureFiles,
  findPictureByHash,
  listPictures,
  type PictureFile,
  replacePictures,
  type StoredPicture,
} from '../../shop/catalogue/pictures/store.ts';
import { lockProductRows, writeVersion } from '../../shop/catalogue/store.ts';
import { hashPicture } from './picture-hash.ts';
import { PictureWorker } from './worker/worker.ts';

export interface ProductPictures {
  productId: string;
  /** Its pictures in their order. */
  pictures: readonly StoredPicture[];
  /** The names of those that it had when this was decided. */
  before?: readonly string[];
}

/** Stages what is encoded in a temporary database until it is written. */
export class PictureIntake {
  readonly #services: OperatorServices;
  readonly #worker = new PictureWorker();
  readonly #staging = new TemporaryTables(`
    create table files (picture text, side integer, format text, bytes blob,
      primary key (picture, side, format))`);
  readonly #add = this.#staging.prepare('insert or ignore into files values (?, ?, ?, ?)');
  readonly #read = this.#staging.prepare('select side, format, bytes from files where picture = ?');
  readonly #find = this.#staging.prepare(
    'select picture from files where picture between ? and ? limit 1',
  );
  readonly #remove = this.#staging.prepare('delete from files where picture = ?');

  constructor(services: OperatorServices) {
    this.#services = services;
  }

  /** @returns the name of the picture @throws PictureError if it can't be used */
  async add(source: Buffer): Promise<string> {
    const hash = hashPicture(source);
    const stored = await findPictureByHash(this.#services.db, hash);
    if (stored !== undefined) return stored;
    // Names begin with the hash and a hyphen.
    const [staged] = this.#find.all(`${hash}-`, `${hash}.`);
    if (staged !== undefined) return String(staged.picture);
    const { shape, files } = await this.#worker.run('encodeProductPicture', source);
    const name = pictureName(hash, shape);
    for (const { side, format, bytes } of files) this.#add.run(name, side, format, bytes);
    return name;
  }

  /**
   * Replaces all pictures of a product by added ones, or none. Each product has its own transaction, so orders wait only
   * for a moment.
   * @returns the outcome; `gone`: the product no longer exists
   * @throws OperatorError if it has other pictures than `before`
   */
  async write({
    productId,
    pictures,
    before,
  }: ProductPictures): Promise<'changed' | 'unchanged' | 'gone'> {
    const { db, now, newId } = this.#services;
    const outcome = await transact(
      db,
      async (tx) => {
        await lockCatalogue(tx);
        const [row] = await lockProductRows(tx, [productId]);
        if (row === undefined) return 'gone';
        const earlier = await listPictures(tx, [productId]);
        if (isSame(earlier, pictures)) return 'unchanged';
        const names = earlier.map(({ picture }) => picture);
        if (before !== undefined && before.join() !== names.join()) {
          throw new OperatorError(
            'Somebody has changed the pictures meanwhile. Nothing was done: look at them again, and decide anew.',
          );
        }
        await this.#store(tx, new Set(pictures.map(({ picture }) => picture)));
        const at = now();
        await replacePictures(tx, row, pictures, at);
        await logChange(
          tx,
          this.#services,
          {
            action: 'pictures changed',
            subject: productId,
            before: { pictures: names },
            after: { pictures: pictures.map(({ picture }) => picture) },
          },
          at,
        );
        await writeVersion(tx, newId());
        return 'changed';
      },
      { isPatient: true },
    );
    if (outcome === 'changed') {
      for (const { picture } of pictures) this.#remove.run(picture);
    }
    return outcome;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#staging.close();
    await this.#worker[Symbol.asyncDispose]();
  }

  /** Writes the files of those that the shop doesn't have. */
  async #store(tx: Tx, pictures: ReadonlySet<string>): Promise<void> {
    for (const picture of pictures) {
      const [hash = ''] = picture.split('-');
      if ((await findPictureByHash(tx, hash)) !== undefined) continue;
      const files = this.#filesOf(picture);
      // The shop had it when it was looked for.
      if (files.length === 0) {
        throw new OperatorError('A picture was erased meanwhile: repeat the command.');
      }
      await addPictureFiles(tx, picture, files);
    }
  }

  #filesOf(picture: string): PictureFile[] {
    return this.#read.all(picture).map(({ side, format, bytes }) => ({
      side: Number(side),
      // Safe: `add` has written them.
      format: format as PictureFormat,
      bytes: bytes as Uint8Array,
    }));
  }
}

function isSame(before: readonly StoredPicture[], after: readonly StoredPicture[]): boolean {
  const isEqual = ({ picture, source }: StoredPicture, index: number): boolean =>
    after[index]?.picture === picture && after[index]?.source === source;
  return before.length === after.length && before.every(isEqual);
}

/**
 * The error for pictures that failed to be written.
 * @param changed the number of products that have their new pictures
 * @returns the failure itself if no product was changed
 */
export function picturesUnfinished(changed: number, failure: unknown): unknown {
  if (changed === 0) return failure;
  const isUnknown = failure instanceof OutcomeUnknown;
  const done =
    changed === 1
      ? '1 product has its new pictures.'
      : `${changed} products have their new pictures.`;
  const next = isUnknown ? ' The next one may have, or not.' : '';
  const message = `${done}${next} The same command does the rest.`;
  return new UnfinishedChange(isUnknown ? 'unknown' : 'part', message, failure);
}
