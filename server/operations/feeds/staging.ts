/** The records that an import has read and checked, until it writes them. */
import { TemporaryTables } from '../../platform/storage/sqlite/temporary.ts';
import type { IdClaims } from './ids.ts';
import type { ProductRecord } from './stock.ts';

export interface StagedRecord extends ProductRecord {
  /** The line in which the record starts, from 1. */
  line: number;
  /** See FeedRecord. */
  isIncomplete?: boolean | undefined;
}

export interface NumberedRecord extends StagedRecord {
  /** Counts the records of the file from 1. */
  number: number;
  /** The pictures of its group, if it may have these and the record has none. */
  groupImage?: string | undefined;
}

export class Staging implements IdClaims {
  readonly #tables = new TemporaryTables(`
    create table ids (id text primary key, line integer not null) without rowid;
    create table group_images (id text primary key, image text not null) without rowid;
    create table ambiguous_ids (id text primary key) without rowid;
    create table records (number integer primary key, record text not null)`);
  readonly #claim = this.#tables.prepare('insert or ignore into ids values (?, ?)');
  readonly #owner = this.#tables.prepare('select line from ids where id = ?');
  readonly #add = this.#tables.prepare('insert into records values (?, ?)');
  readonly #addImage = this.#tables.prepare('insert or ignore into group_images values (?, ?)');
  readonly #image = this.#tables.prepare('select image from group_images where id = ?');
  /** Whether a record changes stock relatively, so that writing it twice adds twice. */
  hasDifferences = false;

  claim(id: string, line: number): number | undefined {
    return this.#claim.run(id, line) > 0 ? undefined : Number(this.#owner.all(id)[0]?.line);
  }

  /** @param number the record's number in the file: records are read again in this order */
  add(number: number, record: StagedRecord): void {
    const { id, line, fields, stockSeen, stockChange, isIncomplete } = record;
    const { stock, group_id: group, image } = fields;
    if (group && image) this.#addImage.run(group, image);
    const isDifference =
      typeof stockSeen === 'number' && typeof stock === 'number' && stock !== stockSeen;
    this.hasDifferences ||= stockChange !== undefined || isDifference;
    this.#add.run(
      number,
      JSON.stringify({ id, line, fields, stockSeen, stockChange, isIncomplete }),
    );
  }

  addAmbiguous(id: string): void {
    this.#tables.prepare('insert or ignore into ambiguous_ids values (?)').run(id);
  }

  /** Removes the records with ambiguous ids. @returns their lines */
  dropAmbiguous(): number[] {
    const drop =
      "delete from records where record ->> 'id' in (select id from ambiguous_ids) returning record ->> 'line' as line";
    return this.#tables
      .prepare(drop)
      .all()
      .map(({ line }) => Number(line));
  }

  /** The records in the file's order, each with its number. */
  *batches(size: number): Generator<NumberedRecord[]> {
    const next = this.#tables.prepare(
      'select number, record from records where number > ? order by number limit ?',
    );
    for (let after = 0; ; ) {
      const rows = next.all(after, size);
      if (rows.length === 0) return;
      after = Number(rows.at(-1)?.number);
      yield rows.map(({ number, record }) => {
        // Safe: `add` has written them.
        const staged = JSON.parse(String(record)) as StagedRecord;
        return { ...staged, number: Number(number), groupImage: this.#groupImageOf(staged) };
      });
    }
  }

  #groupImageOf({ isIncomplete, fields }: StagedRecord): string | undefined {
    const { group_id: group, image } = fields;
    if (!isIncomplete || !group || image !== undefined) return undefined;
    const [found] = this.#image.all(group);
    return found && String(found.image);
  }

  close(): void {
    this.#tables.close();
  }
}
