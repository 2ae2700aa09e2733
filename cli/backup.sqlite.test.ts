import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { orderPath, paths } from '../contract/paths.ts';
import { expectBooksBalanced } from '../server/audit/audit.testing.ts';
import { PROCESS_TEST_TIMEOUT_MS, startShop } from '../server/shop-process.testing.ts';
import { openStorage } from '../server/storage/storage.ts';
import { openTestFolder } from '../server/test-database.ts';
import { addShopper, sellProduct, type TestShopper } from '../server/test-shop.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });
const folder = await openTestFolder();
let names = 0;
const newPath = (ending = '') => join(folder, `${++names}${ending}`);

function start(command: 'backup' | 'restore', words: string[], env: object): ChildProcess {
  const { PATH, TMPDIR } = process.env;
  const script = resolve(import.meta.dirname, `${command}.ts`);
  return spawn(process.execPath, [script, ...words], { env: { PATH, TMPDIR, ...env } });
}

/** Runs the command as an operator does. */
async function run(command: 'backup' | 'restore', words: string[], env: object) {
  const child = start(command, words, env);
  if (!child.stdout || !child.stderr) throw new Error('Its output is piped');
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

/** Works on a shop that no server has. */
async function withShop<T>(
  dataDir: string,
  work: (services: Parameters<typeof addShopper>[0]) => Promise<T>,
): Promise<T> {
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  const newId = () => crypto.randomUUID();
  return work({ db, now: Date.now, newId }).finally(close);
}

/** A shop with a pen to buy, and somebody to buy it. */
async function makeShop(): Promise<{ dataDir: string; shopper: TestShopper }> {
  const dataDir = newPath();
  const shopper = await withShop(dataDir, async (services) => {
    await sellProduct(services, { id: 'pen', costCents: 105, stock: 100_000 });
    return addShopper(services);
  });
  return { dataDir, shopper };
}

class Buyer {
  readonly #url: string;
  readonly #token: string;
  /** Orders that were acknowledged, by id. */
  readonly acknowledged: string[] = [];

  constructor(url: string, { token }: TestShopper) {
    this.#url = url;
    this.#token = token;
  }

  async send(path: string, body?: object): Promise<Response> {
    return fetch(this.#url + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** Orders one after the other, until the server is gone. */
  async buy(): Promise<void> {
    const addresses = await this.send(paths.addresses, { address: '1 Long Road' });
    const [{ _id: addressId }] = (await addresses.json()) as [{ _id: string }];
    for (;;) {
      try {
        await this.send(paths.cart, { productId: 'pen', qty: 1 });
        const reply = await this.send(paths.checkout, { addressId });
        this.acknowledged.push(((await reply.json()) as { orderId: string }).orderId);
      } catch {
        return;
      }
    }
  }
}

test('a shop is saved while shoppers order, lost, and restored with all that was told before', async () => {
  const { dataDir, shopper } = await makeShop();
  const shop = await startShop({ DATA_DIR: dataDir });
  const buyer = new Buyer(shop.url, shopper);
  const buying = buyer.buy();
  await vi.waitUntil(() => buyer.acknowledged.length >= 20, { timeout: PROCESS_TEST_TIMEOUT_MS });
  const before = [...buyer.acknowledged];

  const file = newPath('.db');
  const saved = await run('backup', [file], { DATA_DIR: dataDir });
  expect([saved.code, saved.stderr]).toEqual([0, '']);
  expect(saved.stdout).toMatch(/ and checked: \d+\.\d MB, \d+ orders, in \d+\.\d s\.\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  const seen = buyer.acknowledged.length;
  expect(seen).toBeGreaterThan(before.length);

  shop.kill('SIGKILL');
  await Promise.all([buying, shop.ended]);
  const restored = await run('restore', [file], { DATA_DIR: dataDir });
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  const [, replaced = ''] = /What was there is in (.*)\.\n$/.exec(restored.stdout) ?? [];
  expect((await readdir(dataDir)).toSorted()).toEqual(
    ['server.lock', 'shop.db', replaced.slice(dataDir.length + 1)].toSorted(),
  );

  const again = await startShop({ DATA_DIR: dataDir });
  const reader = new Buyer(again.url, shopper);
  for (const id of before) expect((await reader.send(orderPath(id))).status).toBe(200);
  again.kill('SIGTERM');
  await again.ended;
  await withShop(dataDir, ({ db }) => expectBooksBalanced(db));
  // What was replaced has the orders since, and can be opened as it is.
  const orders = await withShop(replaced, ({ db }) =>
    db.selectFrom('orders').select('id').execute(),
  );
  const kept = new Set(orders.map(({ id }) => id));
  expect(buyer.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

describe('one sentence, and nothing is left behind', () => {
  async function expectRefused(
    command: 'backup' | 'restore',
    file: string,
    env: object,
    about: RegExp,
  ): Promise<void> {
    const { code, stdout, stderr } = await run(command, [file], env);
    const [sentence, end] = stderr.split('\n');
    expect(sentence).toMatch(about);
    expect(end).toBe(command === 'backup' ? 'Nothing was saved.' : 'Nothing was restored.');
    expect([code, stdout]).toEqual([1, '']);
    expect(existsSync(`${file}.part`)).toBe(false);
  }

  test('a shop that is not there is not made', async () => {
    const DATA_DIR = newPath();
    await expectRefused('backup', newPath(), { DATA_DIR }, /^There is no shop in .*\.$/);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('no room for it', async () => {
    const { dataDir } = await makeShop();
    const file = newPath();
    const script = resolve(import.meta.dirname, 'backup.ts');
    // Files of at most 64 blocks of 512 bytes; the signal that says so would end the process.
    const words = [
      '-c',
      'trap "" XFSZ; ulimit -f 64; exec "$@"',
      'sh',
      process.execPath,
      script,
      file,
    ];
    const { stderr } = await new Promise<{ stderr: string }>((done) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      execFile('sh', words, { env }, (_error, _stdout, stderr) => done({ stderr }));
    });
    expect(stderr).toMatch(
      / can't be written: the disk (fails|is full).*\.\nNothing was saved\.\n$/,
    );
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('a shop on PostgreSQL: its own tools are named', async () => {
    const env = { DATABASE_URL: 'postgres://localhost/shop' };
    await expectRefused('backup', newPath(), env, /PostgreSQL, whose own pg_dump .*\.$/);
  });

  test('a backup that is not there replaces nothing', async () => {
    const { dataDir } = await makeShop();
    const before = await readdir(dataDir);
    await expectRefused('restore', newPath(), { DATA_DIR: dataDir }, /^There is no backup .*\.$/);
    expect(await readdir(dataDir)).toEqual(before);
  });

  test.each(['backup', 'restore'] as const)(
    '%s without a file is exit code 2, and how to use it',
    async (name) => {
      for (const words of [[], ['a', 'b'], ['--force']]) {
        const { code, stdout, stderr } = await run(name, words, {});
        expect([code, stdout]).toEqual([2, '']);
        expect(stderr).toContain(`npm run ${name} -- FILE`);
      }
    },
  );

  test('Ctrl+C', async () => {
    const { dataDir } = await makeShop();
    await withShop(dataDir, ({ db }) =>
      db.transaction().execute(async (tx) => {
        for (let n = 0; n < 40; n++) {
          const rows = Array.from({ length: 500 }, (_, m) => ({
            subject: `${n}-${m}-${'x'.repeat(1_500)}`,
            requests: 1,
            window_ends_at: 0,
          }));
          await tx.insertInto('request_counts').values(rows).execute();
        }
      }),
    );
    const file = newPath();
    const child = start('backup', [file], { DATA_DIR: dataDir });
    await vi.waitUntil(() => existsSync(`${file}.part`), { timeout: PROCESS_TEST_TIMEOUT_MS });
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect((await readdir(folder)).filter((name) => name.startsWith(file))).toEqual([]);
  });
});
