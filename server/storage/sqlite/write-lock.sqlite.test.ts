import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { paths } from '../../../contract/paths.ts';
import { openTestShop } from '../../test-shop.ts';

const shop = await openTestShop();
const shopper = await shop.shopper();
await shop.sell({ id: 'lamp' });

/** Another process, an import say: a connection of its own to the same file. */
const other = new DatabaseSync(join(shop.database.env.DATA_DIR ?? '', 'shop.db'));
afterAll(() => other.close());

const put = (qty: number) =>
  shop.call('POST', paths.cart, { as: shopper, body: { productId: 'lamp', qty } });

describe('while another process writes', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    if (other.isTransaction) other.exec('rollback');
  });

  test('a transaction waits for it, and is then made; the server does other things meanwhile', async () => {
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
    const written = await shop.services.db.selectFrom('catalogue_state').selectAll().execute();
    expect(written).toEqual([{ id: 1, version: 'mine' }]);
  });

  test('a change that comes meanwhile sees what it wrote', async () => {
    other.exec('begin immediate');
    const changing = put(3);
    other.exec("delete from products where id = 'lamp'");
    other.exec('commit');
    expect((await changing).statusCode).toBe(404);
    await shop.sell({ id: 'lamp' });
  });

  test('who only reads is answered, also while a change waits', async () => {
    other.exec('begin immediate');
    const changing = put(2);
    const cart = await shop.call('GET', paths.cart, { as: shopper });
    expect([cart.statusCode, cart.json()]).toEqual([200, []]);
    expect((await shop.call('GET', paths.products)).statusCode).toBe(200);
    other.exec('rollback');
    expect((await changing).json()).toEqual([{ productId: 'lamp', qty: 2 }]);
  });

  test('and goes on for too long, a change is turned away: 503 with Retry-After', async () => {
    other.exec('begin immediate');
    const clock = performance.now.bind(performance);
    let asked = 0;
    // Every look at the clock is a second later than the one before.
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_000 * asked++);
    const reply = await put(4);
    expect(reply.statusCode).toBe(503);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.json()).toEqual({ success: false, message: messages.overloaded });
  });

  test('those who wait behind a change wait no longer than it does', async () => {
    other.exec('begin immediate');
    const clock = performance.now.bind(performance);
    let asked = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_000 * asked++);
    const replies = await Promise.all(Array.from({ length: 20 }, () => put(4)));
    for (const { statusCode } of replies) expect(statusCode).toBe(503);
    // Some seconds of looking at the clock for each of them, but not ten of waiting.
    expect(asked).toBeLessThan(20 * 10);
  });

  test('afterwards everything works as before', async () => {
    expect((await put(5)).json()).toEqual([{ productId: 'lamp', qty: 5 }]);
  });
});
