/** What belongs to another shopper is answered like what doesn't exist, byte for byte. */
import { afterEach, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import {
  addressPath,
  cancelOrderPath,
  orderPath,
  passkeyPath,
  paths,
  sessionPath,
} from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { replaceIdentity } from '../identity/store.ts';
import { SETTLE_MS } from '../invoices/issue.ts';
import { issueInvoices } from '../orders/issuer.ts';
import { shoppingIn } from '../orders/shopping.testing.ts';
import { addPasskey } from './passkeys/passkeys.testing.ts';

const shop = await openTestShop();
const shopping = shoppingIn(shop);
await shop.sell({ id: 'lamp' });
await replaceIdentity(shop.services, { name: 'Birch' });
const owner = await shopping.readyShopper({ lamp: 2 });
const order = (
  await shopping.checkout(owner, { addressId: owner.addressId, key: 'owners' })
).json();
await shopping.put(owner, 'lamp', 1);
const cancelled = (await shopping.checkout(owner, owner)).json();
await shop.call('POST', cancelOrderPath(cancelled.orderId), { as: owner });
shop.pass(SETTLE_MS + 1);
await issueInvoices(shop.services);
const billed = (await shop.call('GET', orderPath(cancelled.orderId), { as: owner })).json();
const creditNote = billed.history.at(-1).invoice;
const passkey = await addPasskey(shop, owner);
const [session] = (await shop.call('GET', paths.sessions, { as: owner })).json();
await shopping.put(owner, 'lamp', 3);
const stranger = await shopping.readyShopper({ lamp: 1 });

/** An unused id. */
const nobodys = shop.services.newId();

// Nothing of the owner's changes in any of these tests.
afterEach(async () => {
  expect(await shopping.cart(owner)).toEqual([{ productId: 'lamp', qty: 3 }]);
  const addresses = await shop.call('GET', paths.addresses, { as: owner });
  expect(addresses.json()).toMatchObject([{ _id: owner.addressId }]);
  const read = await shop.call('GET', orderPath(order.orderId), { as: owner });
  expect(read.json().status).toBe('placed');
  const sessions = await shop.call('GET', paths.sessions, { as: owner });
  expect(sessions.json()).toEqual([session]);
  const passkeys = await shop.call('GET', paths.passkeys, { as: owner });
  expect(passkeys.json()).toMatchObject([{ id: passkey.id }]);
});

test.each<
  [
    string,
    'GET' | 'POST' | 'DELETE',
    (id: string) => { url: string; body?: object },
    string,
    string,
  ]
>([
  [
    'an address that is deleted',
    'DELETE',
    (id) => ({ url: addressPath(id) }),
    owner.addressId,
    messages.addressMissing,
  ],
  [
    'an address that is ordered to',
    'POST',
    (addressId) => ({ url: paths.checkout, body: { addressId } }),
    owner.addressId,
    messages.addressMissing,
  ],
  [
    'an order that is read',
    'GET',
    (id) => ({ url: orderPath(id) }),
    order.orderId,
    messages.orderMissing,
  ],
  [
    'an order that is cancelled',
    'POST',
    (id) => ({ url: cancelOrderPath(id) }),
    order.orderId,
    messages.orderMissing,
  ],
  [
    'an order that is read by its number',
    'GET',
    (id) => ({ url: orderPath(id) }),
    order.number,
    messages.orderMissing,
  ],
  ['an invoice', 'GET', (id) => ({ url: orderPath(id) }), billed.invoice, messages.orderMissing],
  ['a credit note', 'GET', (id) => ({ url: orderPath(id) }), creditNote, messages.orderMissing],
  [
    'a session that is ended',
    'DELETE',
    (id) => ({ url: sessionPath(id), body: { currentPassword: PASSWORD } }),
    session.id,
    messages.sessionMissing,
  ],
  [
    'a passkey that is removed',
    'DELETE',
    (id) => ({ url: passkeyPath(id), body: { currentPassword: PASSWORD } }),
    passkey.id,
    messages.passkeyMissing,
  ],
])('%s', async (_, method, call, foreign, message) => {
  const ask = async (id: string) => {
    const { url, ...options } = call(id);
    const reply = await shop.call(method, url, { as: stranger, ...options });
    expectRefused(reply, 404, message);
    const { 'x-request-id': _, date: __, ...headers } = reply.headers;
    return headers;
  };
  const nothing = await ask(nobodys);
  expect(await ask(foreign)).toEqual(nothing);
  // A malformed id is answered like a missing one.
  for (const odd of ["' or 1=1 --", 'x'.repeat(3_000)]) await ask(odd);
});

test('nobody sees what is somebody else’s in lists', async () => {
  const as = await shop.shopper();
  for (const path of [paths.orders, paths.addresses, paths.cart, paths.passkeys, paths.logins]) {
    expect((await shop.call('GET', path, { as })).body, path).toBe('[]');
  }
  const entries = (await shop.call('GET', paths.walletEntries, { as })).json();
  expect(entries).toMatchObject([{ kind: 'gift', balance: 5_000 }]);
  const sessions = (await shop.call('GET', paths.sessions, { as })).json();
  expect(sessions).toMatchObject([{ current: true }]);
});

test('nobody downloads data of somebody else', async () => {
  const download = async (as: { token: string }) =>
    (await shop.call('GET', paths.accountExport, { as })).body;
  const own = await download(owner);
  const others = await download(await shop.shopper());
  for (const text of [owner.username, owner.userId, owner.addressId, order.orderId, passkey.id]) {
    expect(others).not.toContain(text);
  }
  for (const text of [owner.username, order.orderId, billed.invoice, creditNote]) {
    expect(own).toContain(text);
  }
});

test('somebody else’s idempotency key is a new one', async () => {
  const buyer = await shopping.readyShopper({ lamp: 1 });
  const reply = await shopping.checkout(buyer, { addressId: buyer.addressId, key: 'owners' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers).not.toHaveProperty('idempotency-replayed');
  expect(reply.json().orderId).not.toBe(order.orderId);
});

test('what a client says of itself beside its token is not heard', async () => {
  const { userId } = owner;
  const as = await shop.shopper();
  const reply = await shop.call('POST', `${paths.cart}?userId=${userId}`, {
    as,
    body: { productId: 'lamp', qty: 9, userId, user_id: userId, cost: 0, balance: 1e9 },
    headers: { 'x-user-id': userId },
  });
  expect(reply.json()).toEqual([{ productId: 'lamp', qty: 9 }]);
  expect(await shopping.balance(as)).toBe(5_000);
});
