/** The files of pictures that are encoded, until they are written to the shop. */
import type { PictureFormat } from '../../../contract/pictures.ts';
import { TemporaryTables } from '../../platform/storage/sqlite/temporary.ts';
import type { PictureFile } from '../../shop/catalogue/pictures/store.ts';
import type { EncodedPicture } from '../picture-worker/product-picture.ts';

export class PictureStaging {
  readonly #tables = new TemporaryTables(`
    create table files (picture text, side integer, format text, bytes blob);
    create index files_of_picture on files (picture)`);
  readonly #add = this.#tables.prepare('insert into files values (?, ?, ?, ?)');
  readonly #read = this.#tables.prepare('select side, format, bytes from files where picture = ?');

  add({ name, files }: EncodedPicture): void {
    for (const { side, format, bytes } of files) this.#add.run(name, side, format, bytes);
  }

  /** @returns nothing for a picture that was not added */
  read(picture: string): PictureFile[] {
    return this.#read.all(picture).map(({ side, format, bytes }) => ({
      side: Number(side),
      // Safe: `add` has written them.
      format: format as PictureFormat,
      bytes: bytes as Uint8Array,
    }));
  }

  close(): void {
    this.#tables.close();
  }
}
