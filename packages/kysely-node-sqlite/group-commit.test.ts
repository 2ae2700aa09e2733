import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LOCK_TIMEOUT_MS } from './busy.ts';
import { SqliteFault } from './faults.ts';
import { GroupCommit } from './group-commit.ts';

let folder: string;
let database: DatabaseSync;
const rolledBack = new SqliteFault('rolledBack').message;

/** The statements that were executed, and one that fails. */
let executed: string[];
let failing: string | undefined;
let group: GroupCommit;
/** Acts as another process, which sees committed data. */
let other: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'group-commit-'));
  database = new DatabaseSync(join(folder, 'test.db'));
  database.exec('pragma journal_mode = wal; create table notes (text text)');
  other = new DatabaseSync(join(folder, 'test.db'));
  executed = [];
  failing = undefined;
  const execute = (sql: string) => {
    executed.push(sql);
    if (sql === failing) throw new Error('disk full');
    database.exec(sql);
  };
  group = new GroupCommit({
    get isInTransaction() {
      return database.isTransaction;
    },
    execute,
    commit: () => execute('commit'),
  });
});
afterEach(async () => {
  await group.flush();
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
  await group.begin();
  note(text);
  await group.commit();
}

test('transactions that end in one turn of the event loop share a commit, and none resolves before it', async () => {
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

test('a transaction that is rolled back takes nothing from the others', async () => {
  const rollingBack = async () => {
    await group.begin();
    note('rolled back');
    await group.rollback();
  };
  await Promise.all([write('a'), rollingBack(), write('b')]);
  expect(onDisk()).toEqual(['a', 'b']);
});

test('a commit that fails rejects all transactions in it, and the next one is written', async () => {
  failing = 'commit';
  const outcomes = await Promise.allSettled([write('a'), write('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(onDisk()).toEqual([]);
  failing = undefined;
  await write('c');
  expect(onDisk()).toEqual(['c']);
});

test.each<[string, () => void, string]>([
  ['SQLite rolls everything back', () => database.exec('rollback'), rolledBack],
  [
    'a rollback fails',
    () => {
      failing = 'rollback to own; release own';
    },
    'disk full',
  ],
])(
  'where %s, the transactions that ended before are rejected, and writing goes on',
  async (_, fail, reason) => {
    const ended = write('a');
    await group.begin();
    note('b');
    fail();
    await expect(group.rollback()).rejects.toThrow(reason);
    await expect(ended).rejects.toThrow(reason);
    failing = undefined;
    await write('c');
    expect(onDisk()).toEqual(['c']);
  },
);

test('if SQLite rolls everything back before the commit, nothing is confirmed', async () => {
  const ended = write('a');
  await group.begin();
  const seen = group.rollback();
  database.exec('rollback');
  await expect(ended).rejects.toThrow(rolledBack);
  await expect(seen).rejects.toThrow(rolledBack);
  await write('b');
  expect(onDisk()).toEqual(['b']);
});

test('a read sees what is committed, and waits for no transaction', async () => {
  await write('a');
  await group.begin();
  note('b');
  expect(onDisk()).toEqual(['a']);
  await group.commit();
  expect(onDisk()).toEqual(['a', 'b']);
});

test('a transaction is refused where the queue is full; all the others are written', async () => {
  other.exec('begin immediate');
  const writing = Array.from({ length: 501 }, (_, number) => write(String(number)));
  const outcomes = Promise.allSettled(writing);
  await expect(writing[500]).rejects.toMatchObject({ kind: 'locked' });
  other.exec('rollback');
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(500);
  expect(onDisk()).toHaveLength(500);
});

test('while another process writes, those in the queue share the deadline of the first one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  other.exec('begin immediate');
  const writing = Array.from({ length: 20 }, (_, number) => write(String(number)));
  const outcomes = Promise.allSettled(writing);
  await expect.poll(() => executed).toContain('begin immediate');
  vi.advanceTimersByTime(LOCK_TIMEOUT_MS + 1);
  const attempts = executed.length;
  for (const { status } of await outcomes) expect(status).toBe('rejected');
  // One attempt each: none waits for a time of its own.
  expect(executed.slice(attempts)).toEqual(Array(20).fill('begin immediate'));
});

test('a rollback waits for what it saw of others to be on the disk: a refusal must not tell of what may be lost', async () => {
  const writing = write('a');
  const refusing = (async () => {
    await group.begin();
    expect(database.prepare('select text from notes').all()).toHaveLength(1);
    await group.rollback();
    return onDisk();
  })();
  expect(await refusing).toEqual(['a']);
  await writing;
});

test('where the others cannot be committed, the rollback rejects as they do', async () => {
  failing = 'commit';
  const writing = write('a');
  const refusing = (async () => {
    await group.begin();
    await group.rollback();
  })();
  await expect(writing).rejects.toThrow('disk full');
  await expect(refusing).rejects.toThrow('disk full');
});

test('a rollback that saw nothing of others does not wait', async () => {
  await group.begin();
  await group.rollback();
  expect(executed).not.toContain('commit');
});
