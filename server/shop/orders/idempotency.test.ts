import { afterEach, describe, expect, test } from 'vitest';
import * as messages from '../../../contract/messages.ts';
import { addressPath, paths } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { DAY_MS, openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { shoppingIn } from './shopping.testing.ts';

const shop = await openTestShop();
const { addAddress, balance, cart, checkout, countOrders, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', name: 'Pen', costCents: 105 });
await shop.sell({ id: 'lamp', name: 'Desk Lamp', costCents: 4_999 });

afterEach(() => expectLedgerBalanced(shop.services.db));

describe('R9.9, Idempotency-Key: the same key of the same user gets the first reply again', () => {
  test('byte for byte, with Idempotency-Replayed: true, and orders nothing', async () => {
    const shopper = await readyShopper({ lamp: 1, pen: 3 });
    const attempt = { ...shopper, key: 'first-order' };
    const first = await checkout(shopper, attempt);
    expect(first.statusCode).toBe(200);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');

    const again = await checkout(shopper, attempt);
    expect(again.statusCode).toBe(200);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toBe(first.body);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(await countOrders(shopper)).toBe(1);
    expect(await balance(shopper)).toBe(4946.86);
  });

  test('whatever has changed since: cart, price, name, address, wallet, years', async () => {
    await shop.sell({ id: 'mug', name: 'Mug', costCents: 799, stock: 1 });
    const shopper = await readyShopper({ mug: 1 });
    const attempt = { ...shopper, key: 'before-it-all' };
    const first = await checkout(shopper, attempt);
    const expectReplay = async () => {
      const again = await checkout(shopper, attempt);
      expect([again.statusCode, again.body]).toEqual([200, first.body]);
      expect(again.headers['idempotency-replayed']).toBe('true');
    };

    await put(shopper, 'pen', 2);
    await expectReplay();
    expect(await cart(shopper)).toEqual([{ productId: 'pen', qty: 2 }]);

    const elsewhere = await addAddress(shopper, '2 New Road');
    await checkout(shopper, { addressId: elsewhere, key: 'another-order' });
    await expectReplay();

    await shop.sell({ id: 'mug', name: 'Cup', costCents: 12_300 });
    await expectReplay();
    await shop.withdraw('mug');
    await shop.call('DELETE', addressPath(shopper.addressId), { as: shopper });
    await expectReplay();
    shop.pass(3_000 * DAY_MS);
    const body = { username: shopper.username, password: PASSWORD };
    shopper.token = (await shop.call('POST', paths.login, { body })).json().token;
    await expectReplay();
    expect(await countOrders(shopper)).toBe(2);
  });

  test('also where the total that was shown is another one by then', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const attempt = { ...shopper, key: 'shown' };
    const first = await checkout(shopper, { ...attempt, expectedTotal: '1.05' });
    expect((await checkout(shopper, { ...attempt, expectedTotal: '2' })).body).toBe(first.body);
  });

  test('also where it may only find a placed order', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const attempt = { ...shopper, key: 'placed' };
    const first = await checkout(shopper, attempt);
    const found = await checkout(shopper, { ...attempt, onlyIfPlaced: 'true' });
    expect([found.statusCode, found.body]).toEqual([200, first.body]);
    expect(found.headers['idempotency-replayed']).toBe('true');
  });

  test('with another address in the body it gets 422, and nothing happens', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const elsewhere = await addAddress(shopper, '2 New Road');
    await checkout(shopper, { ...shopper, key: 'reused' });
    await put(shopper, 'lamp', 1);

    const reply = await checkout(shopper, { addressId: elsewhere, key: 'reused' });
    expectRefused(reply, 422, messages.idempotencyKeyReused);
    expect(await countOrders(shopper)).toBe(1);
    expect(await cart(shopper)).toEqual([{ productId: 'lamp', qty: 1 }]);
  });

  test('another key is another order', async () => {
    const shopper = await readyShopper({ pen: 1 });
    const first = await checkout(shopper, { ...shopper, key: 'key-1' });
    await put(shopper, 'pen', 1);
    const second = await checkout(shopper, { ...shopper, key: 'KEY-1' });
    expect(second.json().orderId).not.toBe(first.json().orderId);
    expect(await countOrders(shopper)).toBe(2);
  });

  test('a refused attempt does not use the key up', async () => {
    await shop.sell({ id: 'rare', name: 'Rarity', stock: 0 });
    const shopper = await readyShopper({ rare: 1 });
    const attempt = { ...shopper, key: 'patient' };
    expect((await checkout(shopper, { ...attempt, addressId: 'none-such' })).statusCode).toBe(404);
    expect((await checkout(shopper, attempt)).statusCode).toBe(409);

    await shop.sell({ id: 'rare', name: 'Rarity', stock: 1 });
    const placed = await checkout(shopper, attempt);
    expect(placed.statusCode).toBe(200);
    expect(placed.headers).not.toHaveProperty('idempotency-replayed');
    expect((await checkout(shopper, attempt)).body).toBe(placed.body);
  });
});

describe('R9.9, Idempotency-Key: 1 to 128 visible ASCII characters', () => {
  test.each(['k', 'x'.repeat(128), '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('%s', async (key) => {
    const shopper = await readyShopper({ pen: 1 });
    const first = await checkout(shopper, { ...shopper, key });
    expect(first.statusCode).toBe(200);
    expect((await checkout(shopper, { ...shopper, key })).body).toBe(first.body);
  });

  test.each([
    ['empty', ''],
    ['129 characters', 'x'.repeat(129)],
    ['a blank within', 'two words'],
    ['a tab within', 'two\twords'],
    ['a letter with an accent', 'cl\u00e9'],
  ])('anything else is 400: %s', async (_, key) => {
    const shopper = await readyShopper({ pen: 1 });
    const reply = await checkout(shopper, { ...shopper, key });
    expectRefused(reply, 400, messages.idempotencyKeyInvalid);
    expect(await cart(shopper)).toHaveLength(1);
  });
});
