import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '../contract/paths.ts';
import { expectLedgerBalanced } from '../server/operations/audit/audit.testing.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { startShop } from '../server/testing/shop-process.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { addShopper, sellProduct, type TestShopper } from '../server/testing/test-shop.ts';
import { runQkart, startQkart } from './process.testing.ts';

const folder = await openTestFolder();
let names = 0;
const newPath = () => join(folder, String(++names));
const unfinishedFiles = async () =>
  (await readdir(folder)).filter((name) => name.includes('.part'));

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
async function makeShop(): Promise<{ DATA_DIR: string; shopper: TestShopper }> {
  const DATA_DIR = newPath();
  const shopper = await withShop(DATA_DIR, async (services) => {
    await sellProduct(services, { id: 'pen', costCents: 105, stock: 100_000 });
    return addShopper(services);
  });
  return { DATA_DIR, shopper };
}

/** Places one order after the other until the server is killed. @param acknowledged gets the ids of confirmed orders */
async function buy(url: string, { token }: TestShopper, acknowledged: string[]): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<unknown> =>
    (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const addresses = await post(paths.addresses, { address: '1 Long Road' });
  const [{ _id: addressId }] = addresses as [{ _id: string }];
  try {
    for (;;) {
      await post(paths.cart, { productId: 'pen', qty: 1 });
      const { orderId } = (await post(paths.checkout, { addressId })) as { orderId: string };
      acknowledged.push(orderId);
    }
  } catch {
    // The server was killed.
  }
}

test('a backup of a busy shop restores every order that was acknowledged before it', async () => {
  const { DATA_DIR, shopper } = await makeShop();
  const shop = await startShop({ DATA_DIR, ORDER_RATE_LIMIT: '0' });
  const acknowledged: string[] = [];
  const buying = buy(shop.url, shopper, acknowledged);
  const untilMore = (count: number) =>
    vi.waitUntil(() => acknowledged.length >= count, { timeout: 50_000 });
  await untilMore(10);
  const before = [...acknowledged];

  const file = newPath();
  const saved = await startQkart(['backup', file], { DATA_DIR }).outcome;
  expect([saved.code, saved.stderr]).toEqual([0, '']);
  expect(saved.stdout).toMatch(/ and checked: \d+\.\d MB, \d+ orders, in \d+\.\d s\.\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await unfinishedFiles()).toEqual([]);
  await untilMore(before.length + 10);
  shop.kill('SIGKILL');
  await Promise.all([buying, shop.ended]);

  const restored = await runQkart(['restore', file], { DATA_DIR });
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  const [, replaced = ''] = /The replaced database is in (.*)\.\n$/.exec(restored.stdout) ?? [];
  const files = ['server.lock', 'shop.db', basename(replaced)];
  expect((await readdir(DATA_DIR)).toSorted()).toEqual(files.toSorted());
  const ordersIn = (dataDir: string) =>
    withShop(dataDir, async ({ db }) => {
      await expectLedgerBalanced(db);
      return (await db.selectFrom('orders').select('id').execute()).map(({ id }) => id);
    });
  expect(await ordersIn(DATA_DIR)).toEqual(expect.arrayContaining(before));
  // The replaced database can be opened, and has the orders that came after the backup.
  expect(await ordersIn(replaced)).toEqual(expect.arrayContaining(acknowledged));
});

describe('a failure is one sentence and leaves no file', () => {
  test.each([
    ['a shop that does not exist', 'backup', { DATA_DIR: newPath() }, /^There is no shop in .*\.$/],
    ['a backup that does not exist', 'restore', {}, /^There is no backup .*\.$/],
    [
      'a shop on PostgreSQL, which pg_dump saves',
      'backup',
      { DATABASE_URL: 'postgres://localhost/shop' },
      /^This shop is on PostgreSQL: use pg_dump .*\.$/,
    ],
  ])('%s', async (_what, command, settings, about) => {
    const env = { DATA_DIR: (await makeShop()).DATA_DIR, ...settings };
    const before = await readdir(folder, { recursive: true });
    const { code, stdout, stderr } = await runQkart([command, newPath()], env);
    const [sentence, ...rest] = stderr.split('\n');
    expect(sentence).toMatch(about);
    expect(rest).toEqual([`Nothing was ${command === 'backup' ? 'saved' : 'restored'}.`, '']);
    expect([code, stdout]).toEqual([1, '']);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test('a full disk', async () => {
    const { DATA_DIR } = await makeShop();
    // The shell limits files to 64 blocks of 512 bytes, and ignores the signal that would end the process.
    const launcher = ['sh', '-c', 'trap "" XFSZ; ulimit -f 64; exec "$@"', 'sh'];
    // A compile cache would not fit, either.
    const env = { DATA_DIR, NODE_COMPILE_CACHE: '' };
    const { stderr } = await startQkart(['backup', newPath()], env, { launcher }).outcome;
    expect(stderr).toMatch(
      / can't be written: the disk (fails|is full).*\.\nNothing was saved\.\n$/,
    );
    expect(await unfinishedFiles()).toEqual([]);
  });

  test('Ctrl+C: exit code 130', async () => {
    const { DATA_DIR } = await makeShop();
    await withShop(DATA_DIR, ({ db }) =>
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
    const child = startQkart(['backup', file], { DATA_DIR });
    await vi.waitUntil(() => existsSync(`${file}.part`), { timeout: 50_000, interval: 2 });
    child.kill('SIGINT');
    expect(await child.outcome).toEqual({ code: 130, stdout: '', stderr: 'Nothing was saved.\n' });
    expect((await readdir(folder)).filter((name) => name.startsWith(basename(file)))).toEqual([]);
  });
});
