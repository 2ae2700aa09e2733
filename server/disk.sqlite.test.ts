/** Real disks that are full or read-only. */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { paths } from '../contract/paths.ts';
import { openStorage } from './platform/storage/open.ts';
import { PROCESS_TEST_TIMEOUT_MS, spawnShop, startShop } from './testing/shop-process.ts';
import { after, canMount, tmpfs } from './testing/small-disk.ts';
import { openTestFolder } from './testing/test-database.ts';
import { addShopper, sellProduct } from './testing/test-shop.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });

const isPossible = canMount();

async function makeShop() {
  const dataDir = await openTestFolder(onTestFinished);
  const { db, close } = await openStorage({ dataDir, exclusive: true });
  const services = { db, now: Date.now, newId: () => crypto.randomUUID() };
  await sellProduct(services, { id: 'pen', costCents: 105, stock: 1_000 });
  const shopper = await addShopper(services);
  await close();
  return { dataDir, shopper };
}

/** Writes zeros until there is no room for one more page. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(4_096));
  } catch (error) {
    expect(error).toHaveProperty('code', 'ENOSPC');
  } finally {
    await file.close();
  }
}

describe.skipIf(!isPossible)('a full disk', () => {
  test('while the shop runs: changes are 503 and reads work, until there is space', async () => {
    const { dataDir, shopper } = await makeShop();
    const disk = await openTestFolder(onTestFinished);
    const mounts = `${tmpfs(1_024)} && cp ${dataDir}/shop.db "$1"`;
    const shop = await startShop({ DATA_DIR: disk }, after(mounts, disk));
    const headers = {
      authorization: `Bearer ${shopper.token}`,
      'content-type': 'application/json',
    };
    const put = (qty: number) => {
      const body = JSON.stringify({ productId: 'pen', qty });
      return fetch(shop.url + paths.cart, { method: 'POST', headers, body });
    };
    const readiness = async () => (await fetch(`${shop.url}/readyz`)).status;
    expect((await put(2)).status).toBe(200);

    // The same folder, in the shop's namespace.
    const filler = join(`/proc/${shop.pid}/root${disk}`, 'filler');
    await fillUp(filler);
    // Requests that arrive together share a commit.
    for (const reply of await Promise.all([3, 4, 5, 6].map(put))) expect(reply.status).toBe(503);
    expect(await shop.logged('the disk is full')).not.toContain('stack');
    const cart = await fetch(shop.url + paths.cart, { headers });
    expect(await cart.json()).toEqual([{ productId: 'pen', qty: 2 }]);
    expect(await readiness()).toBe(503);

    await rm(filler);
    await expect.poll(readiness).toBe(200);
    expect((await put(3)).status).toBe(200);
  });

  test('at the first start: one sentence, and exit code 1', async () => {
    const disk = await openTestFolder(onTestFinished);
    const { code, stderr } = await spawnShop({ DATA_DIR: disk }, after(tmpfs(64), disk)).ended;
    expect(stderr).toMatch(/^The database .*shop\.db can't be opened: the disk is full\.\n$/);
    expect(code).toBe(1);
  });
});

describe.skipIf(!isPossible)('a read-only folder or file: one sentence, and exit code 1', () => {
  test.each([
    [
      'the data folder',
      '"$1"',
      /^The data folder .* can't be written: the disk can only be read\.\n$/,
    ],
    [
      'the database',
      '"$1/shop.db"',
      /^The database .*shop\.db can't be written: the disk can only be read\.\n$/,
    ],
  ])('%s', async (_what, path, sentence) => {
    const { dataDir } = await makeShop();
    const mounts = `mount --bind ${path} ${path} && mount -o remount,bind,ro ${path}`;
    const { code, stderr } = await spawnShop({ DATA_DIR: dataDir }, after(mounts, dataDir)).ended;
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  });
});
