import { randomUUIDv7 } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { WebhookOutbox } from '../server/platform/webhooks/outbox.ts';
import { noteEventsWanted } from '../server/platform/webhooks/wanted.ts';
import { formatNumber, numberOf } from '../server/shop/codes.ts';
import { shoppingIn } from '../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { runQkart } from './shared/process.testing.ts';

// The commands run while this shop is open. The shop delivers no events.
const shop = await openTestShop({ outbox: new WebhookOutbox(() => randomUUIDv7()) });
const { db } = shop.services;
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', costCents: 105 });

await noteEventsWanted(db, true);
const qkart = (...words: string[]) => runQkart(words, shop.database.env);

async function order() {
  const shopper = await readyShopper({ pen: 1 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  return { shopper, orderId };
}

const eventsOf = async (orderId: string): Promise<{ id: string; type: string; state: string }[]> =>
  JSON.parse((await qkart('events', 'list', '--order', orderId, '--json')).stdout);

test('changes by operators cause events, too, and list prints them, newest first', async () => {
  const { orderId } = await order();
  const number = formatNumber(numberOf(orderId));
  await qkart('orders', 'ship', orderId, '--note', 'Parcel 17');
  expect(await eventsOf(orderId)).toMatchObject([
    { type: 'order.shipped', order: orderId, number, state: 'waiting', attempts: 0 },
    { type: 'order.placed', order: orderId, state: 'waiting', attempts: 0 },
  ]);
  const part = number.slice(0, 4).toLowerCase();
  for (const name of [number, part]) expect(await eventsOf(name)).toHaveLength(2);
  const { stdout } = await qkart('events', 'list', '--order', orderId, '--state', 'waiting');
  expect(stdout.split('\n')[1]).toContain(`\torder.shipped\t${number}\twaiting\t`);
  expect(stdout).toMatch(/^event\tat \(UTC\)\ttype\torder\tstate\tattempts\t/);
  expect(stdout.trimEnd().split('\n')).toHaveLength(3);
  const stderr = 'There is no order "nothing".\n';
  expect(await qkart('events', 'list', '--order', 'nothing')).toEqual({
    code: 1,
    stdout: '',
    stderr,
  });
});

test('the running shop decides whether events are wanted, not the environment of a command', async () => {
  const { orderId } = await order();
  await noteEventsWanted(db, false);
  onTestFinished(() => noteEventsWanted(db, true));
  const settings = {
    ...shop.database.env,
    WEBHOOK_URL: 'http://127.0.0.1:9/webhooks',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  };
  expect(await runQkart(['orders', 'ship', orderId], settings)).toMatchObject({ code: 0 });
  expect((await eventsOf(orderId)).map(({ type }) => type)).toEqual(['order.placed']);
});

test('the erasure of an account causes an event, and no event contains the name', async () => {
  const { shopper, orderId } = await order();
  await qkart('orders', 'ship', orderId, '--note', `Parcel for ${shopper.username}`);
  expect((await qkart('accounts', 'erase', shopper.username, '--yes', '--forfeit')).code).toBe(0);
  const events = await db
    .selectFrom('events')
    .select(['type', 'payload'])
    .where('user_id', '=', shopper.userId)
    .execute();
  const types = events.map(({ type }) => type).toSorted();
  expect(types).toEqual(['account.erased', 'order.placed', 'order.shipped']);
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${shopper.username}|Long Road`));
});

test('retry sends the named events again, or all whose delivery failed for good', async () => {
  const { orderId } = await order();
  const [event] = await eventsOf(orderId);
  const giveUp = () =>
    db
      .updateTable('events')
      .set({ next_attempt_at: null, attempts: 10, last_error: 'status 500' })
      .where('order_id', '=', orderId)
      .execute();
  const givenUp = [{ state: 'given up', lastFailure: 'status 500' }];
  for (const ids of [[event?.id ?? ''], []]) {
    await giveUp();
    expect(await eventsOf(orderId)).toMatchObject(givenUp);
    const stdout = '1 event will be sent again.\n';
    expect(await qkart('events', 'retry', ...ids)).toEqual({ code: 0, stdout, stderr: '' });
    expect(await eventsOf(orderId)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  }
  await giveUp();
  expect(await qkart('events', 'retry', event?.id ?? '', 'nothing')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no event "nothing".\nNothing was changed.\n',
  });
  expect(await eventsOf(orderId)).toMatchObject(givenUp);
});

test('without a receiver, retry says that nothing is sent yet', async () => {
  const { orderId } = await order();
  const [event] = await eventsOf(orderId);
  await noteEventsWanted(db, false);
  onTestFinished(() => noteEventsWanted(db, true));
  expect(await qkart('events', 'retry', event?.id ?? '')).toEqual({
    code: 0,
    stdout:
      '1 event will be sent once the shop runs with WEBHOOK_URL. Nothing is sent until then.\n',
    stderr: '',
  });
});
