import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { orderPath, paths } from '../contract/paths.ts';
import { expectLedgerBalanced } from '../server/operations/audit/audit.testing.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { PROCESS_TEST_TIMEOUT_MS, startShop } from '../server/testing/shop-process.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { addShopper, sellProduct, type TestShopper } from '../server/testing/test-shop.ts';
import { program, runQkart, startQkart } from './process.testing.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });
const folder = await openTestFolder();
let names = 0;
const newPath = (ending = '') => join(folder, `${++names}${ending}`);

const run = (command: 'backup' | 'restore', file: string, env: Record<string, string>) =>
  runQkart([command, file], { env });

/** Opens a shop that no server uses. */
async function withShop<T>(
  dataDir: string,
  work: (services: Parameters<typeof addShopper>[0]) => Promise<T>,
): Promise<T> {
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  const newId = () => crypto.randomUUID();
  return work({ db, now: Date.now, newId }).finally(close);
}

/** Creates a shop with a product and a shopper. */
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
  /** The ids of the orders that the server confirmed. */
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

  /** Places one order after the other until the server is killed. */
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

test('a backup of a busy shop restores every order that was acknowledged before it', async () => {
  const { dataDir, shopper } = await makeShop();
  const shop = await startShop({ DATA_DIR: dataDir, ORDER_RATE_LIMIT: '0' });
  const buyer = new Buyer(shop.url, shopper);
  const buying = buyer.buy();
  await vi.waitUntil(() => buyer.acknowledged.length >= 20, { timeout: PROCESS_TEST_TIMEOUT_MS });
  const before = [...buyer.acknowledged];

  const file = newPath('.db');
  const saved = await run('backup', file, { DATA_DIR: dataDir });
  expect([saved.code, saved.stderr]).toEqual([0, '']);
  expect(saved.stdout).toMatch(/ and checked: \d+\.\d MB, \d+ orders, in \d+\.\d s\.\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  const seen = buyer.acknowledged.length;
  expect(seen).toBeGreaterThan(before.length);

  shop.kill('SIGKILL');
  await Promise.all([buying, shop.ended]);
  const restored = await run('restore', file, { DATA_DIR: dataDir });
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  const [, replaced = ''] = /The replaced database is in (.*)\.\n$/.exec(restored.stdout) ?? [];
  expect((await readdir(dataDir)).toSorted()).toEqual(
    ['server.lock', 'shop.db', replaced.slice(dataDir.length + 1)].toSorted(),
  );

  const again = await startShop({ DATA_DIR: dataDir });
  const reader = new Buyer(again.url, shopper);
  for (const id of before) expect((await reader.send(orderPath(id))).status).toBe(200);
  again.kill('SIGTERM');
  await again.ended;
  await withShop(dataDir, ({ db }) => expectLedgerBalanced(db));
  // The replaced database can be opened, and has the orders that came after the backup.
  const orders = await withShop(replaced, ({ db }) =>
    db.selectFrom('orders').select('id').execute(),
  );
  const kept = new Set(orders.map(({ id }) => id));
  expect(buyer.acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

describe('a failure is one sentence and leaves no file', () => {
  async function expectRefused(
    command: 'backup' | 'restore',
    file: string,
    env: Record<string, string>,
    about: RegExp,
  ): Promise<void> {
    const { code, stdout, stderr } = await run(command, file, env);
    const [sentence, end] = stderr.split('\n');
    expect(sentence).toMatch(about);
    expect(end).toBe(command === 'backup' ? 'Nothing was saved.' : 'Nothing was restored.');
    expect([code, stdout]).toEqual([1, '']);
    expect(existsSync(`${file}.part`)).toBe(false);
  }

  test('a shop that does not exist is not created', async () => {
    const DATA_DIR = newPath();
    await expectRefused('backup', newPath(), { DATA_DIR }, /^There is no shop in .*\.$/);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test('a full disk', async () => {
    const { dataDir } = await makeShop();
    const file = newPath();
    // The shell limits files to 64 blocks of 512 bytes, and ignores the signal that would end the process.
    const limited = 'trap "" XFSZ; ulimit -f 64; exec "$@"';
    const words = ['-c', limited, 'sh', process.execPath, program, 'backup', file];
    const { stderr } = await new Promise<{ stderr: string }>((done) => {
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      execFile('sh', words, { env }, (_error, _stdout, stderr) => done({ stderr }));
    });
    expect(stderr).toMatch(
      / can't be written: the disk (fails|is full).*\.\nNothing was saved\.\n$/,
    );
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test('a shop on PostgreSQL: the sentence names pg_dump', async () => {
    const env = { DATABASE_URL: 'postgres://localhost/shop' };
    await expectRefused('backup', newPath(), env, /^This shop is on PostgreSQL: use pg_dump .*\.$/);
  });

  test('a backup that does not exist replaces nothing', async () => {
    const { dataDir } = await makeShop();
    const before = await readdir(dataDir);
    await expectRefused('restore', newPath(), { DATA_DIR: dataDir }, /^There is no backup .*\.$/);
    expect(await readdir(dataDir)).toEqual(before);
  });

  test('Ctrl+C: exit code 130', async () => {
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
    const child = startQkart(['backup', file], { DATA_DIR: dataDir });
    await vi.waitUntil(() => existsSync(`${file}.part`), { timeout: PROCESS_TEST_TIMEOUT_MS });
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect((await readdir(folder)).filter((name) => name.startsWith(file))).toEqual([]);
  });
});
