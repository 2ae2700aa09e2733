/** The files of pictures that are encoded, until they are written to the shop. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { PictureFormat } from '../../../contract/pictures.ts';
import { onTemporaryDisk } from '../../platform/storage/sqlite/temporary.ts';
import type { PictureFile } from '../../shop/catalogue/pictures/store.ts';
import type { EncodedPicture } from '../picture-worker/product-picture.ts';

/**
 * A temporary database of its own. SQLite moves it to disk when it grows, and deletes it with the process. Its methods throw
 * an OperatorError if that disk is full.
 */
export class PictureStaging {
  readonly #database = new DatabaseSync('');
  readonly #add: StatementSync;
  readonly #read: StatementSync;

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off;
      create table files (picture text, side integer, format text, bytes blob)`);
    this.#add = this.#database.prepare('insert into files values (?, ?, ?, ?)');
    this.#read = this.#database.prepare('select side, format, bytes from files where picture = ?');
    this.#database.exec('create index files_of_picture on files (picture)');
  }

  add({ name, files }: EncodedPicture): void {
    onTemporaryDisk(() => {
      for (const { side, format, bytes } of files) this.#add.run(name, side, format, bytes);
    });
  }

  /** @returns nothing for a picture that was not added */
  read(picture: string): PictureFile[] {
    const files = onTemporaryDisk(() => this.#read.all(picture));
    return files.map(({ side, format, bytes }) => ({
      side: Number(side),
      // Safe: `add` has written them.
      format: format as PictureFormat,
      bytes: bytes as Uint8Array,
    }));
  }

  close(): void {
    this.#database.close();
  }
}
