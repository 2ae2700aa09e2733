import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { listingOf } from '../../../contract/listing.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { stubPages } from './stub-pages.testing.ts';

/** React Router does the same: an error in a page becomes a page that says so. */
const shop = await openTestShop({
  // A shop keeps the last known version while it can't be read.
  catalogueVersion: async () => 'known',
  pages: stubPages({
    async render(_address, services) {
      const page = await services.findProducts(listingOf(new URLSearchParams())).then(
        ({ products }) => ({ status: 200, html: `<p>${products.length} products</p>` }),
        () => ({ status: 500, html: '<p>Sorry</p>' }),
      );
      return { ...page, scriptHashes: [] };
    },
  }),
});

test('a page that the database has no time for is 503 with Retry-After, and is made once it has', async () => {
  await shop.untilReady();
  const other = new pg.Client({ connectionString: shop.database.env.DATABASE_URL });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table products in access exclusive mode');
  const asking = shop.call('GET', '/');
  // PostgreSQL cancels a statement that takes too long in the same way.
  const cancelWaiting = async () => {
    const { rows } = await other.query(
      `select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  let isAnswered = false;
  void asking.then(() => {
    isAnswered = true;
  });
  // On a machine that pauses, the time to wait for a lock may be over before.
  await expect.poll(async () => isAnswered || (await cancelWaiting()) > 0).toBe(true);
  const reply = await asking;
  expect([reply.statusCode, reply.body]).toEqual([503, '<p>Sorry</p>']);
  expect(reply.headers['retry-after']).toBe('1');
  expect(reply.headers['content-type']).toContain('text/html');
  await other.query('rollback');
  expect((await shop.call('GET', '/')).statusCode).toBe(200);
});
