/** The records that an import has read and checked, until it writes them. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { onTemporaryDisk } from '../../platform/storage/sqlite/temporary.ts';
import type { IdClaims } from './ids.ts';
import type { CheckedRecord } from './validation.ts';

/** Kilobytes of memory. Further records are on disk. */
const CACHE_KB = 16 * 1024;

export interface StagedRecord extends Pick<CheckedRecord, 'fields' | 'stockSeen' | 'stockChange'> {
  id: string | undefined;
  /** The line in which the record starts, from 1. */
  line: number;
}

export interface NumberedRecord extends StagedRecord {
  /** Counts the records of the file from 1. */
  number: number;
}

/**
 * A temporary database of its own, so that reading a file takes no lock of the shop's, and its memory doesn't grow with
 * the file. SQLite moves it to disk when it grows, and deletes it with the process. Its methods throw an OperatorError if
 * that disk is full.
 */
export class Staging implements IdClaims {
  readonly #database = new DatabaseSync('');
  readonly #claim: StatementSync;
  readonly #owner: StatementSync;
  readonly #addAmbiguous: StatementSync;
  readonly #add: StatementSync;
  /** Whether a record changes stock relatively, so that writing it twice adds twice. */
  hasDifferences = false;

  constructor() {
    this.#database.exec(`
      pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KB};
      create table ids (id text primary key, line integer not null) without rowid;
      create table ambiguous_ids (id text primary key) without rowid;
      create table records (number integer primary key, record text not null);
      begin`);
    const prepare = (sql: string): StatementSync => this.#database.prepare(sql);
    this.#claim = prepare('insert or ignore into ids values (?, ?)');
    this.#owner = prepare('select line from ids where id = ?');
    this.#addAmbiguous = prepare('insert or ignore into ambiguous_ids values (?)');
    this.#add = prepare('insert into records values (?, ?)');
  }

  claim(id: string, line: number): number | undefined {
    return onTemporaryDisk(() => {
      if (Number(this.#claim.run(id, line).changes) > 0) return undefined;
      return Number(this.#owner.get(id)?.line);
    });
  }

  /** @param number the record's number in the file: records are read again in this order */
  add(number: number, { id, line, fields, stockSeen, stockChange }: StagedRecord): void {
    const { stock } = fields;
    const isDifference =
      typeof stockSeen === 'number' && typeof stock === 'number' && stock !== stockSeen;
    this.hasDifferences ||= stockChange !== undefined || isDifference;
    const record = JSON.stringify({ id, line, fields, stockSeen, stockChange });
    onTemporaryDisk(() => this.#add.run(number, record));
  }

  addAmbiguous(id: string): void {
    onTemporaryDisk(() => this.#addAmbiguous.run(id));
  }

  /** Removes the records with ambiguous ids. @returns their number */
  dropAmbiguous(): number {
    const remove = this.#database.prepare(
      "delete from records where record ->> 'id' in (select id from ambiguous_ids)",
    );
    return Number(onTemporaryDisk(() => remove.run()).changes);
  }

  /** The records in the file's order, each with its number. */
  *batches(size: number): Generator<NumberedRecord[]> {
    const next = this.#database.prepare(
      'select number, record from records where number > ? order by number limit ?',
    );
    for (let after = 0; ; ) {
      const rows = onTemporaryDisk(() => next.all(after, size));
      const last = rows.at(-1);
      if (last === undefined) return;
      after = Number(last.number);
      // Safe: `add` has written them.
      yield rows.map(({ number, record }) => ({
        ...(JSON.parse(String(record)) as StagedRecord),
        number: Number(number),
      }));
    }
  }

  close(): void {
    this.#database.close();
  }
}
