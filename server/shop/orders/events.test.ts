import { Value } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import {
  AccountErasedEvent,
  InvoiceIssuedEvent,
  OrderChangedEvent,
  OrderPlacedEvent,
  type ShopEvent,
} from '../../../contract/events.ts';
import { cancelOrderPath, orderPath } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { operatorOf } from '../../operations/orders/operator.testing.ts';
import { statementsOf } from '../../platform/storage/plans.testing.ts';
import { WebhookOutbox } from '../../platform/webhooks/outbox.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { SETTLE_MS } from '../invoices/issue.ts';
import { pseudonymiseEvents, recordErasure } from '../personal-data/erase-events.ts';
import { ChangeRecorder } from '../session/with-shopper.ts';
import { changeOrder } from './change.ts';
import { issueInvoices } from './issuer.ts';
import { shoppingIn } from './shopping.testing.ts';

let ids = 0;
const outbox = new WebhookOutbox(() => `event-${++ids}`);
const shop = await openTestShop({ outbox });
const { db, now } = shop.services;
const operator = operatorOf(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105, stock: 100 });
const { checkout, put, readyShopper } = shoppingIn(shop);

async function order(parts: { key?: string } = {}) {
  const shopper = await readyShopper({ pen: 2 });
  const attempt = { ...shopper, ...parts };
  const { orderId } = (await checkout(shopper, attempt)).json();
  const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
  return { shopper, orderId, attempt, read };
}

const rowsOf = (orderId: string) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .orderBy('id')
    .execute();

async function eventsOf(orderId: string): Promise<ShopEvent[]> {
  return (await rowsOf(orderId)).map(({ payload }) => JSON.parse(payload));
}

const countEvents = async ({ services }: TestShop) =>
  (await services.db.selectFrom('events').select('id').execute()).length;

describe('an event is recorded', () => {
  test('for an order that is placed: the order as the API shows it, and whose it is', async () => {
    const { shopper, orderId, read } = await order();
    const [event] = await eventsOf(orderId);
    const placed = await read();
    const customer = { id: shopper.userId, username: shopper.username };
    const data = { order: placed, customer };
    expect(event).toEqual({ type: 'order.placed', timestamp: placed.placedAt, data });
    expect(placed).toMatchObject({ total: 2.1, address: '1 Long Road' });
    expect(Value.Check(OrderPlacedEvent, event)).toBe(true);
    await expectLedgerBalanced(db);
  });

  test('with the address at which the parcel is followed, also with a carrier of the shop', async () => {
    const carriers = [{ name: 'my van', url: 'https://van.example/{number}' }];
    await replaceIdentity(shop.services, { name: 'Birch', carriers });
    const { orderId } = await order();
    const tracking = { carrier: 'my van', number: '17' };
    await operator.change(orderId, 'ship', { tracking });
    await replaceIdentity(shop.services, undefined);
    const event = (await eventsOf(orderId)).at(-1);
    expect(event).toMatchObject({
      data: { order: { tracking: { ...tracking, url: 'https://van.example/17' } } },
    });
    expect(Value.Check(OrderChangedEvent, event)).toBe(true);
  });

  test('for each change, with what it did and the order as it was then, numbered in its order', async () => {
    const { orderId } = await order();
    await operator.change(orderId, 'ship', { note: 'Parcel 17' });
    await operator.change(orderId, 'refund', { amountCents: 5, note: 'A scratch' });
    await operator.change(orderId, 'refund');
    const events = await eventsOf(orderId);
    const expected = [
      ['order.placed', { status: 'placed' }, undefined],
      ['order.shipped', { status: 'shipped', refunded: 0 }, [1, 0, 'Parcel 17']],
      ['order.refunded', { status: 'shipped', refunded: 0.05 }, [2, 0.05, 'A scratch']],
      ['order.refunded', { status: 'refunded', refunded: 2.1 }, [3, 2.05, null]],
    ] as const;
    for (const [index, [type, order, change]] of expected.entries()) {
      expect(events[index]).toMatchObject({ type, data: { order } });
      if (change === undefined) continue;
      const [number, amount, note] = change;
      const made = { number, by: 'operator', amount, note };
      expect(events[index]).toMatchObject({ data: { change: made } });
    }
    for (const event of events.slice(1)) expect(Value.Check(OrderChangedEvent, event)).toBe(true);
    expect((await rowsOf(orderId)).map(({ number }) => number)).toEqual([0, 1, 2, 3]);
    await expectLedgerBalanced(db);
  });

  test('for another parcel, whose number is in the order', async () => {
    const { orderId } = await order();
    await operator.change(orderId, 'ship');
    await operator.change(orderId, 'track', { tracking: { carrier: 'DHL', number: '17' } });
    const event = (await eventsOf(orderId)).at(-1);
    expect(event).toMatchObject({
      ...{ type: 'order.tracked', data: { order: { tracking: { number: '17' } } } },
    });
    expect(Value.Check(OrderChangedEvent, event)).toBe(true);
  });

  test('for each document that is issued, with the document and its order', async () => {
    await replaceIdentity(shop.services, { name: 'Birch', tax: { name: 'VAT', percent: 19 } });
    const { shopper, orderId, read } = await order();
    await replaceIdentity(shop.services, undefined);
    await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
    shop.pass(SETTLE_MS + 1_000);
    await issueInvoices(shop.services);
    const events = await eventsOf(orderId);
    expect(events.map(({ type }) => type)).toEqual([
      ...['order.placed', 'invoice.issued', 'order.cancelled', 'invoice.issued'],
    ]);
    const { invoice, history } = await read();
    const customer = { id: shopper.userId, username: shopper.username };
    for (const [event, number] of [
      [events[1], invoice],
      [events[3], history.at(-1).invoice],
    ]) {
      const taxes = [{ name: 'VAT', percent: 19, net: 1.76, tax: 0.34, gross: 2.1 }];
      const document = { number, seller: 'Birch', taxes, total: 2.1 };
      expect(event).toMatchObject({
        data: { order: { id: orderId, invoice }, customer, document },
      });
      expect(Value.Check(InvoiceIssuedEvent, event)).toBe(true);
    }
  });

  test('for a cancellation by the shopper', async () => {
    const { shopper, orderId } = await order();
    await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
    expect((await eventsOf(orderId))[1]).toMatchObject({
      type: 'order.cancelled',
      data: { order: { status: 'cancelled' }, change: { by: 'shopper', amount: 2.1 } },
    });
  });

  test('for an account that is erased', async () => {
    const { userId } = await shop.shopper();
    await db
      .transaction()
      .execute((tx) => recordErasure(new ChangeRecorder(shop.services, tx), userId, now()));
    const row = db.selectFrom('events').selectAll().where('user_id', '=', userId);
    const { type, order_id, payload } = await row.executeTakeFirstOrThrow();
    expect([type, order_id]).toEqual(['account.erased', null]);
    expect(JSON.parse(payload)).toMatchObject({ data: { customer: { id: userId } } });
    expect(Value.Check(AccountErasedEvent, JSON.parse(payload))).toBe(true);
    await expectLedgerBalanced(db);
  });
});

describe('no event is recorded', () => {
  test('for a request that is repeated', async () => {
    const { shopper, orderId, attempt } = await order({ key: 'once' });
    const before = await countEvents(shop);
    const again = await checkout(shopper, attempt);
    expect(again.headers['idempotency-replayed']).toBe('true');
    await operator.change(orderId, 'ship');
    await operator.change(orderId, 'ship');
    await operator.change(orderId, 'refund', { amountCents: 5, key: 'ticket' });
    await operator.change(orderId, 'refund', { amountCents: 5, key: 'ticket' });
    expect(await countEvents(shop)).toBe(before + 2);
  });

  test('for an order or a change that is refused', async () => {
    const { shopper, orderId, attempt } = await order();
    const before = await countEvents(shop);
    expect((await checkout(shopper, attempt)).statusCode).toBe(400);
    await expect(operator.change(orderId, 'refund')).rejects.toThrow('has not been shipped');
    await operator.change(orderId, 'ship');
    const cancelling = await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
    expect(cancelling.statusCode).toBe(409);
    expect(await countEvents(shop)).toBe(before + 1);
  });

  test('where the change is rolled back after it', async () => {
    const { shopper, orderId, read } = await order();
    const { userId } = shopper;
    const changing = db.transaction().execute(async (tx) => {
      const request = { orderId, userId, action: 'ship', by: 'operator' } as const;
      await changeOrder(tx, request, {
        now: now(),
        transactionId: 't',
        recorder: new ChangeRecorder(shop.services, tx),
      });
      throw new Error('Rolled back');
    });
    await expect(changing).rejects.toThrow('Rolled back');
    expect((await read()).status).toBe('placed');
    expect(await rowsOf(orderId)).toHaveLength(1);
  });

  test('where webhooks are off: not a statement more', async () => {
    const plain = await openTestShop();
    await plain.sell({ id: 'pen', costCents: 105 });
    const shopping = shoppingIn(plain);
    const shopper = await shopping.readyShopper({ pen: 2 });
    const statements = await statementsOf(plain.services.db, async () => {
      const { orderId } = (await shopping.checkout(shopper, shopper)).json();
      await operatorOf(plain).change(orderId, 'ship');
      await operatorOf(plain).change(orderId, 'refund');
    });
    expect(statements.length).toBeGreaterThan(8);
    const about = statements
      .map(({ sql }) => sql)
      .filter((text) => /events|select "username" from/.test(text));
    expect(about).toEqual([]);
    expect(await countEvents(plain)).toBe(0);
  });
});

test('nothing is changed where its event cannot be recorded', async () => {
  const { orderId, read } = await order();
  // The id of the next event is taken.
  const last = ids--;
  await expect(operator.change(orderId, 'ship')).rejects.toThrow(/UNIQUE|unique/);
  expect(ids).toBe(last);
  expect((await read()).status).toBe('placed');
});

test('whoever records is told after the commit', async () => {
  let told = 0;
  outbox.onWake(() => told++);
  const { shopper, orderId } = await order();
  expect(told).toBe(1);
  await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
  await shop.call('POST', cancelOrderPath(orderId), { as: shopper });
  expect(told).toBe(2);
});

test('a person who is erased is in no event any more: what is left goes out under a pseudonym', async () => {
  const { shopper, orderId } = await order();
  const tracking = { carrier: 'UPS', number: '1Z999AA10123456784' };
  await operator.change(orderId, 'ship', { note: 'Ring at Jane Doe', tracking });
  await db
    .updateTable('events')
    .set({ next_attempt_at: null, delivered_at: 5 })
    .where('order_id', '=', orderId)
    .where('number', '=', 0)
    .execute();
  await operator.change(orderId, 'refund', { amountCents: 5 });
  const pseudonym = { username: 'erased-1', address: 'erased' };
  await db.transaction().execute(async (tx) => {
    await pseudonymiseEvents(tx, shopper.userId, pseudonym);
    await recordErasure(new ChangeRecorder(shop.services, tx), shopper.userId, now());
  });

  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('user_id', '=', shopper.userId)
    .orderBy('created_at')
    .execute();
  const texts = rows.map(({ payload }) => payload).join();
  for (const secret of [shopper.username, '1 Long Road', 'Jane Doe', tracking.number]) {
    expect(texts).not.toContain(secret);
  }
  expect(await eventsOf(orderId)).toMatchObject([
    {
      type: 'order.shipped',
      data: { customer: { username: 'erased-1' }, order: { address: 'erased', total: 2.1 } },
    },
    { type: 'order.refunded', data: { change: { amount: 0.05, note: null } } },
  ]);
  await put(shopper, 'pen', 0);
});
