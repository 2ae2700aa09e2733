import { expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Schema } from '../../platform/storage/schema.ts';
import { addPasskey } from '../../shop/accounts/passkeys/passkeys.testing.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { exportAccount } from './export.ts';

const shop = await openTestShop();
const { db } = shop.services;
const { addAddress, checkout, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });

test('an export has all data about a person, and none about others', async () => {
  const other = await readyShopper({ pen: 9 });
  await checkout(other, { addressId: other.addressId });
  const shopper = await shop.shopper();
  const addressId = await addAddress(shopper, '1 Kestrel Mews');
  await put(shopper, 'pen', 2);
  const { orderId } = (await checkout(shopper, { addressId, key: 'once' })).json();
  await put(shopper, 'pen', 3);
  await shop.call('POST', paths.login, {
    body: { username: shopper.username, password: `${PASSWORD}!` },
    from: '192.0.2.7',
  });
  shop.pass(1);
  await addPasskey(shop, shopper);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const entry = { transaction: expect.any(String), at, note: null, key: null };
  const exported = await exportAccount(db, shopper.username.toUpperCase());
  expect(exported).toEqual({
    account: { id: shopper.userId, username: shopper.username, registeredAt: at },
    wallet: { balance: 4_997.9 },
    addresses: [{ _id: addressId, address: '1 Kestrel Mews' }],
    cart: [{ productId: 'pen', qty: 3 }],
    orders: [
      {
        id: orderId,
        number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
        status: 'placed',
        placedAt: at,
        address: '1 Kestrel Mews',
        lines: [{ productId: 'pen', name: 'Pen', cost: 1.05, qty: 2 }],
        total: 2.1,
        refunded: 0,
        deliverBy: expect.any(String),
        idempotencyKey: 'once',
        history: [],
      },
    ],
    ledger: expect.arrayContaining([
      { ...entry, account: 'grants', amount: -5_000, order: null },
      { ...entry, account: 'wallet', amount: 5_000, order: null },
      { ...entry, account: 'wallet', amount: -2.1, order: orderId },
      { ...entry, account: 'sales', amount: 2.1, order: orderId },
    ]),
    documents: [],
    events: [],
    sessions: [{ expiresAt: at, browser: '' }],
    devices: [],
    recoveryCodes: [],
    passkeys: [{ name: 'Phone', addedAt: at, usedAt: null }],
    logins: [
      { kind: 'failed', browser: '', times: 1, lastAt: at },
      { kind: 'passkey-added', browser: '', times: 1, lastAt: at },
    ],
    failedLogins: expect.arrayContaining([
      { from: '192.0.2.7', countUntil: at },
      { from: 'all networks', countUntil: at },
    ]),
  });
  expect(JSON.stringify(exported)).not.toContain(other.username);
});

test('an export covers each table that refers to a user', async () => {
  const tables = await db.introspection.getTables();
  const named = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
    .map(({ name }) => name);
  const exported: (keyof Schema)[] = [
    'addresses',
    'cart_items',
    'devices',
    'events',
    'ledger_entries',
    'ledger_notes',
    'login_events',
    'orders',
    'passkeys',
    'recovery_codes',
    'sessions',
    'wallets',
  ];
  expect(named.toSorted()).toEqual(exported);
});
