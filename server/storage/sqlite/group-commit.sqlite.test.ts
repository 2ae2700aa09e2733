import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteWriter, UndoneByEngine } from './group-commit.ts';

let folder: string;
let database: DatabaseSync;
/** What was executed, and what it should fail with. */
let executed: string[];
let failing: string | undefined;
let writer: SqliteWriter;
/** Another process, which sees what is on the disk. */
let other: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qkart-writer-'));
  database = new DatabaseSync(join(folder, 'shop.db'));
  database.exec('pragma journal_mode = wal; create table notes (text text)');
  other = new DatabaseSync(join(folder, 'shop.db'));
  executed = [];
  failing = undefined;
  const execute = (sql: string) => {
    executed.push(sql);
    if (sql === failing) throw new Error('disk full');
    database.exec(sql);
  };
  writer = new SqliteWriter({
    get isInTransaction() {
      return database.isTransaction;
    },
    execute,
    commit: () => execute('commit'),
  });
});
afterEach(async () => {
  await writer.flush();
  database.close();
  other.close();
  rmSync(folder, { recursive: true });
});

const note = (text: string) => database.exec(`insert into notes values ('${text}')`);
const onDisk = () =>
  other
    .prepare('select text from notes')
    .all()
    .map(({ text }) => text);

async function write(text: string): Promise<void> {
  await writer.begin();
  note(text);
  await writer.end();
}

test('transactions that end together reach the disk together, and none is told before', async () => {
  const seen: unknown[] = [];
  const writing = ['a', 'b', 'c'].map(async (text) => {
    await write(text);
    seen.push(onDisk());
  });
  await Promise.all(writing);
  const all = ['a', 'b', 'c'];
  expect(seen).toEqual([all, all, all]);
  expect(executed.filter((sql) => sql === 'commit')).toHaveLength(1);
});

test('one that is undone takes nothing from the others', async () => {
  const undoing = async () => {
    await writer.begin();
    note('undone');
    writer.undo();
  };
  await Promise.all([write('a'), undoing(), write('b')]);
  expect(onDisk()).toEqual(['a', 'b']);
});

test('what could not be written is told to all that it was for, and the next one is written', async () => {
  failing = 'commit';
  const outcomes = await Promise.allSettled([write('a'), write('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(onDisk()).toEqual([]);
  failing = undefined;
  await write('c');
  expect(onDisk()).toEqual(['c']);
});

test('where the engine undoes everything, those that ended before are told', async () => {
  const ended = write('a');
  await writer.begin();
  note('b');
  database.exec('rollback');
  writer.undo();
  await expect(ended).rejects.toBeInstanceOf(UndoneByEngine);
  await write('c');
  expect(onDisk()).toEqual(['c']);
});

test('what cannot be undone by itself is undone with all the others, and writing goes on', async () => {
  const ended = write('a');
  await writer.begin();
  note('b');
  failing = 'rollback to own; release own';
  writer.undo();
  await expect(ended).rejects.toThrow('disk full');
  failing = undefined;
  await write('c');
  expect(onDisk()).toEqual(['c']);
});

test('who waits for the disk keeps nobody from reading what is committed', async () => {
  await write('a');
  await writer.begin();
  note('b');
  expect(onDisk()).toEqual(['a']);
  await writer.end();
  expect(onDisk()).toEqual(['a', 'b']);
});

test('who would wait behind too many others is told to come again; all the others are made', async () => {
  other.exec('begin immediate');
  const writing = Array.from({ length: 501 }, (_, number) => write(String(number)));
  const outcomes = Promise.allSettled(writing);
  await expect(writing[500]).rejects.toMatchObject({ code: 'OVERLOADED', retryAfter: 5 });
  other.exec('rollback');
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(500);
  expect(onDisk()).toHaveLength(500);
});
