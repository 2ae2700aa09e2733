import { randomUUIDv7 } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { CheckoutReply } from '../../contract/orders.ts';
import { orderPath, paths } from '../../contract/paths.ts';
import { expectBooksBalanced } from '../books/books.testing.ts';
import { PROCESS_TEST_TIMEOUT_MS, startShop } from '../shop-process.testing.ts';
import { openStorage } from '../storage/open.ts';
import { openTestDatabase } from '../test-database.ts';
import { addShopper, sellProduct, type TestShopper } from '../test-shop.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });
const database = await openTestDatabase();

/** Runs on the database while no server does. */
async function withStorage<T>(work: (services: Parameters<typeof addShopper>[0]) => Promise<T>) {
  const { db, close } = await openStorage({ ...database.options, exclusive: true });
  return work({ db, now: Date.now, newId: () => randomUUIDv7() }).finally(close);
}

interface Attempt {
  shopper: TestShopper;
  addressId: string;
  key: string;
}
/** An order that the shopper was told of. */
type Acknowledged = Attempt & { body: string };

class Client {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  send(shopper: TestShopper, path: string, body?: object, headers = {}): Promise<Response> {
    return fetch(this.#url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${shopper.token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  order({ shopper, addressId, key }: Attempt): Promise<Response> {
    return this.send(shopper, paths.checkout, { addressId }, { 'idempotency-key': key });
  }

  /** Orders, one after the other, until the server is gone. @returns the attempt left unanswered */
  async shop(shopper: TestShopper, told: (order: Acknowledged) => void): Promise<Attempt> {
    const addresses = await this.send(shopper, paths.addresses, { address: '1 Long Road' });
    const [{ _id: addressId }] = (await addresses.json()) as [{ _id: string }];
    for (let count = 1; ; count++) {
      const attempt = { shopper, addressId, key: `order-${count}` };
      try {
        await this.send(shopper, paths.cart, { productId: 'pen', qty: 1 + (count % 3) });
        const reply = await this.order(attempt);
        told({ ...attempt, body: await reply.text() });
      } catch {
        return attempt;
      }
    }
  }
}

test('an order that a shopper was told of is there, once, also when the server was killed right after', async () => {
  const shoppers = await withStorage(async (services) => {
    await sellProduct(services, { id: 'pen', costCents: 105, stock: 100_000 });
    return [await addShopper(services), await addShopper(services), await addShopper(services)];
  });

  const killed = await startShop({ ...database.env, LOG_LEVEL: 'info' });
  const acknowledged: Acknowledged[] = [];
  const client = new Client(killed.url);
  const shopping = shoppers.map((shopper) =>
    client.shop(shopper, (order) => {
      if (acknowledged.push(order) === 30) killed.kill('SIGKILL');
    }),
  );
  const unanswered = await Promise.all(shopping);
  expect((await killed.ended).code).toBeNull();
  expect(acknowledged.length).toBeGreaterThanOrEqual(30);

  const restarted = await startShop({ ...database.env, LOG_LEVEL: 'info' });
  const again = new Client(restarted.url);
  const orders = acknowledged.map(({ body }): CheckoutReply => JSON.parse(body));
  for (const [index, attempt] of acknowledged.entries()) {
    const replay = await again.order(attempt);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(await replay.text()).toBe(attempt.body);
    const order = await again.send(attempt.shopper, orderPath(orders[index]?.orderId ?? ''));
    expect(await order.json()).toMatchObject({ total: orders[index]?.total });
  }
  // What was not answered is answered now, with the order it made or a new one, or was never asked.
  for (const attempt of unanswered) {
    expect([200, 400]).toContain((await again.order(attempt)).status);
  }
  restarted.kill('SIGINT');
  expect((await restarted.ended).code).toBe(0);

  await withStorage(async ({ db }) => {
    await expectBooksBalanced(db);
    const stored = await db.selectFrom('orders').select('id').execute();
    const ids = stored.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(orders.map(({ orderId }) => orderId)));
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(orders.length);
    expect(ids.length).toBeLessThanOrEqual(acknowledged.length + unanswered.length);
  });
});
