/** Copies a database as a power cut leaves it: what was not durable may be there, torn, or lost. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { databaseFile } from '../server/platform/storage/sqlite/data-folder.ts';
import type { Random } from './random.ts';

/** https://sqlite.org/fileformat2.html#walformat */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const PAGE_SIZE_AT = 8;
const HEADER_SALT_AT = 16;
const FRAME_SALT_AT = 8;
const SALT_BYTES = 8;
const SECTOR_BYTES = 512;

/** The end of the frames of the current log. After a checkpoint, SQLite begins it again with another salt. */
interface Position {
  salt: string;
  end: number;
}

/** The write-ahead log of an open database. */
export class Log {
  readonly #file: string;
  #descriptor: number | undefined;
  #last: Position = { salt: '', end: HEADER_BYTES };
  #durable: Position;

  /** @param dataDir the folder of a database whose log is durable now */
  constructor(dataDir: string) {
    this.#file = `${databaseFile(dataDir)}-wal`;
    this.#durable = this.#findEnd();
  }

  /** Everything that is in the log now survives a power cut. */
  markDurable(): void {
    this.#durable = this.#findEnd();
  }

  /** @returns the log after a power cut; undefined if there is none */
  cut(random: Random): Buffer | undefined {
    if (!existsSync(this.#file)) return undefined;
    const bytes = readFileSync(this.#file);
    const { salt, end } = this.#findEnd();
    const start = salt === this.#durable.salt ? this.#durable.end : HEADER_BYTES;
    if (start >= end) return bytes;
    const fate = random.pick(['kept', 'lost', 'torn', 'partly written'] as const);
    if (fate === 'lost') return bytes.subarray(0, start);
    if (fate === 'torn') return bytes.subarray(0, random.between(start, end - 1));
    if (fate === 'partly written') loseSectors(bytes.subarray(start, end), random);
    return bytes;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  #findEnd(): Position {
    const header = this.#read(0, HEADER_BYTES);
    if (header === undefined) return this.#last;
    const salt = saltAt(header, HEADER_SALT_AT);
    const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(PAGE_SIZE_AT);
    let end = salt === this.#last.salt ? this.#last.end : HEADER_BYTES;
    for (;;) {
      const frame = this.#read(end, FRAME_HEADER_BYTES);
      if (frame === undefined || saltAt(frame, FRAME_SALT_AT) !== salt) break;
      end += frameBytes;
    }
    this.#last = { salt, end };
    return this.#last;
  }

  #read(position: number, length: number): Buffer | undefined {
    if (this.#descriptor === undefined && !existsSync(this.#file)) return undefined;
    this.#descriptor ??= openSync(this.#file, 'r');
    const bytes = Buffer.alloc(length);
    return readSync(this.#descriptor, bytes, 0, length, position) === length ? bytes : undefined;
  }
}

/** Copies the database synchronously, so that nothing changes meanwhile. */
export function copyAfterPowerCut(from: string, log: Log, to: string, random: Random): void {
  mkdirSync(to, { recursive: true });
  copyFileSync(databaseFile(from), databaseFile(to));
  const bytes = log.cut(random);
  if (bytes) writeFileSync(`${databaseFile(to)}-wal`, bytes);
}

function saltAt(bytes: Buffer, position: number): string {
  return bytes.toString('hex', position, position + SALT_BYTES);
}

/** A disk writes whole sectors, in any order. */
function loseSectors(bytes: Buffer, random: Random): void {
  for (let at = 0; at < bytes.length; at += SECTOR_BYTES) {
    if (random.chance(0.3)) bytes.fill(0, at, Math.min(at + SECTOR_BYTES, bytes.length));
  }
}
