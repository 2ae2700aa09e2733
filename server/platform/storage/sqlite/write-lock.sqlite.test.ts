import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as messages from '../../../../contract/messages.ts';
import { paths } from '../../../../contract/paths.ts';
import { readVersion } from '../../../shop/catalogue/store.ts';
import { openTestShop, type TestShopper } from '../../../testing/test-shop.ts';
import { expectRefused } from '../../http/refused.testing.ts';

const shop = await openTestShop();
await shop.sell({ id: 'lamp' });
let shopper: TestShopper;
beforeEach(async () => {
  shopper = await shop.shopper();
});

/** Acts as another process, such as an import. */
const other = new DatabaseSync(join(shop.database.env.DATA_DIR ?? '', 'shop.db'));
afterAll(() => other.close());

const put = (qty: number) =>
  shop.call('POST', paths.cart, { as: shopper, body: { productId: 'lamp', qty } });

describe('while another process writes', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    if (other.isTransaction) other.exec('rollback');
  });

  test('a transaction waits for the lock without blocking the event loop', async () => {
    other.exec('begin immediate');
    let settled = false;
    const writing = shop.services.db
      .transaction()
      .execute((tx) => tx.updateTable('catalogue_state').set({ version: 'mine' }).execute())
      .finally(() => {
        settled = true;
      });
    for (let turn = 0; turn < 20; turn++) await turnOfTheLoop();
    expect((await shop.call('GET', '/healthz')).statusCode).toBe(200);
    expect(settled).toBe(false);
    other.exec("update catalogue_state set version = 'theirs'");
    other.exec('commit');
    await writing;
    expect(await readVersion(shop.services.db)).toBe('mine');
  });

  test('a change waits, and sees what the other process wrote', async () => {
    other.exec('begin immediate');
    const changing = put(3);
    other.exec("delete from products where id = 'lamp'");
    other.exec('commit');
    expect((await changing).statusCode).toBe(404);
    await shop.sell({ id: 'lamp' });
  });

  test('reads are answered, also while a change waits', async () => {
    other.exec('begin immediate');
    const changing = put(2);
    const cart = await shop.call('GET', paths.cart, { as: shopper });
    expect([cart.statusCode, cart.json()]).toEqual([200, []]);
    expect((await shop.call('GET', paths.products)).statusCode).toBe(200);
    other.exec('rollback');
    expect((await changing).json()).toEqual([{ productId: 'lamp', qty: 2 }]);
  });

  test('changes that wait for too long are 503 with Retry-After, and the next one succeeds', async () => {
    other.exec('begin immediate');
    const clock = performance.now.bind(performance);
    let asked = 0;
    // Each call is a second later than the one before.
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_000 * asked++);
    const replies = await Promise.all(Array.from({ length: 20 }, () => put(4)));
    for (const reply of replies) {
      expectRefused(reply, 503, messages.overloaded);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    vi.restoreAllMocks();
    other.exec('rollback');
    expect((await put(5)).json()).toEqual([{ productId: 'lamp', qty: 5 }]);
  });
});
