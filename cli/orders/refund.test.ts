/** Orders that are cancelled, and refunded in parts or by line. */
import { expect, test } from 'vitest';
import { expectLedgerBalanced } from '../../server/operations/audit/audit.testing.ts';
import { ISO, linesOf } from '../shared/printed.testing.ts';
import { runQkart, startQkart } from '../shared/process.testing.ts';
import { openShopWithOrders } from './orders.testing.ts';

const { shop, orders, order } = await openShopWithOrders();

test('an order is shipped and refunded in parts, and the shopper sees it at once', async () => {
  const { shopper, orderId, number, read } = await order();
  const refund = ['refund', orderId, '--amount', '5.5', '--note', 'A scratch', '--key', 'ticket-1'];
  const part = '$5.50 of $25 refunded';
  for (const [words, state] of [
    [['ship', orderId, '--note', 'Parcel 17'], 'shipped'],
    [['ship', orderId], 'shipped already'],
    [refund, `shipped, ${part}`],
    [refund, `shipped already, ${part}`],
  ] as const) {
    const stdout = `Order ${number} is ${state}.\n`;
    expect(await orders(...words)).toEqual({ code: 0, stdout, stderr: '' });
  }
  expect(await read()).toMatchObject({ status: 'shipped', refunded: 5.5 });
  expect((await orders('refund', orderId)).stdout).toBe(
    `Order ${number} is refunded, $25 of $25 refunded.\n`,
  );
  await expectLedgerBalanced(shop.services.db);

  expect(linesOf((await orders('show', orderId)).stdout)).toEqual([
    `order     ${number}`,
    `id        ${orderId}`,
    'status    refunded',
    'placed    TIME UTC',
    `customer  ${shopper.username}`,
    'address   1 Long Road',
    'total     $25',
    'refunded  $25',
    'product\tname\tqty\tcost\trefunded\trestocked',
    'lamp\t=Lamp\t2\t$12.50\t\t',
    'change\tat (UTC)\tby\tamount\tcarrier\ttracking\tnote',
    'shipped\tTIME\toperator\t\t\t\tParcel 17',
    'refunded\tTIME\toperator\t$5.50\t\t\tA scratch',
    'refunded\tTIME\toperator\t$19.50\t\t\t',
    '',
  ]);
  expect(JSON.parse((await orders('show', orderId, '--json')).stdout)).toEqual({
    ...(await read()),
    customer: shopper.username,
    history: [
      { kind: 'shipped', at: ISO, by: 'operator', amount: 0, note: 'Parcel 17' },
      { kind: 'refunded', at: ISO, by: 'operator', amount: 5.5, note: 'A scratch' },
      { kind: 'refunded', at: ISO, by: 'operator', amount: 19.5, note: null },
    ],
  });
});

test('lines are refunded and restocked once', async () => {
  const stock = async () =>
    (
      await shop.services.db
        .selectFrom('products')
        .select('stock')
        .where('id', '=', 'lamp')
        .executeTakeFirstOrThrow()
    ).stock;
  const { number, read } = await order();
  await orders('ship', number);
  const before = Number(await stock());
  const refund = ['refund', number, '--line', 'lamp=1', '--restock', 'lamp=1', '--key', 'r1'];
  expect((await orders(...refund)).stdout).toBe(
    `Order ${number} is shipped, $12.50 of $25 refunded.\n`,
  );
  expect((await orders(...refund)).stdout).toContain('shipped already');
  expect(await stock()).toBe(before + 1);
  const other = await orders('refund', number, '--line', 'lamp=1', '--key', 'r1');
  expect(other.stderr).toContain('This key belongs to another refund or return of this order');
  for (const [words, message] of [
    [['--line', 'lamp=2'], 'Only 1 of lamp can still be refunded'],
    [['--restock', 'lamp=2', '--amount', '1'], 'Only 1 of lamp can still go back to stock'],
    [['--line', 'pen=1'], 'The order has no product pen'],
  ] as const) {
    expect((await orders('refund', number, ...words)).stderr).toContain(message);
  }
  expect((await orders('refund', number, '--line', 'lamp=1')).stdout).toBe(
    `Order ${number} is refunded, $25 of $25 refunded.\n`,
  );
  expect((await read()).history).toMatchObject([
    { status: 'placed' },
    { status: 'shipped' },
    { status: 'refunded', amount: 12.5 },
    { status: 'refunded', amount: 12.5 },
  ]);
  expect(await stock()).toBe(before + 1);
  const shown = await orders('show', number);
  expect(shown.stdout).toContain('lamp\t=Lamp\t2\t$12.50\t2\t1\n');
  expect(JSON.parse((await orders('show', number, '--json')).stdout).history).toMatchObject([
    { kind: 'shipped' },
    { kind: 'refunded', lines: [{ productId: 'lamp', refunded: 1, restocked: 1 }] },
    { kind: 'refunded', lines: [{ productId: 'lamp', refunded: 1, restocked: 0 }] },
  ]);
  await expectLedgerBalanced(shop.services.db);
});

test('a refund of lines puts back what is refunded, and what comes back later is refused aloud', async () => {
  const { number } = await order();
  await orders('ship', number);
  const refund = (...words: string[]) => orders('refund', number, ...words);
  expect((await refund('--line', 'lamp=1', '--restock', 'lamp=2')).stderr).toContain(
    'Only 1 of lamp is refunded by line, so no more can go back to stock',
  );
  expect(await refund('--line', 'lamp=1', '--restock', 'lamp=1')).toMatchObject({ code: 0 });
  expect(await refund()).toMatchObject({ code: 0 });
});

test('goods that come back without a word on money change the stock alone', async () => {
  const stockOf = async () => {
    const { stdout } = await runQkart(['catalogue', 'stock', 'lamp', '--json'], shop.database.env);
    return JSON.parse(stdout).at(-1);
  };
  const { number, shopper, read } = await order();
  const restock = (...words: string[]) => orders('refund', number, '--restock', ...words);
  expect((await restock('lamp=1')).stderr).toContain('Order has not been shipped');
  await orders('ship', number);
  const { stock } = await stockOf();
  const keyed = ['lamp=1', '--key', 'return-1', '--note', 'Wrong colour'];
  expect(await restock(...keyed)).toEqual({
    code: 0,
    stdout: `1 unit of order ${number} is back in stock. Nothing was paid back.\n`,
    stderr: '',
  });
  expect((await restock(...keyed)).stdout).toBe(
    `1 unit of order ${number} went back to stock before; nothing was changed now.\n`,
  );
  expect((await orders('refund', number, '--key', 'return-1')).stderr).toContain('This key');
  expect(await stockOf()).toMatchObject({ units: 1, stock: stock + 1, reason: 'return' });
  expect(await read()).toMatchObject({
    ...{ status: 'shipped', refunded: 0 },
    history: [{ status: 'placed' }, { status: 'shipped' }],
  });
  expect((await orders('refund', number)).stdout).toContain('$25 of $25 refunded');
  expect((await restock('lamp=1')).stdout).toContain('1 unit of');
  expect((await restock('lamp=1')).stderr).toContain('Only 0 of lamp can still go back to stock');
  expect(await stockOf()).toMatchObject({ stock: stock + 2 });
  const shown = JSON.parse((await orders('show', number, '--json')).stdout);
  const line = { productId: 'lamp', refunded: 0, restocked: 1 };
  expect(shown.history).toEqual([
    { kind: 'shipped', at: ISO, by: 'operator', amount: 0, note: null },
    { kind: 'restocked', at: ISO, by: 'operator', amount: 0, note: 'Wrong colour', lines: [line] },
    { kind: 'refunded', at: ISO, by: 'operator', amount: 25, note: null },
    { kind: 'restocked', at: ISO, by: 'operator', amount: 0, note: null, lines: [line] },
  ]);
  expect((await shop.call('GET', '/api/v1/user/wallet', { as: shopper })).json()).toEqual({
    balance: 5_000,
  });
  await expectLedgerBalanced(shop.services.db);
  expect(await runQkart(['audit'], shop.database.env)).toMatchObject({ code: 0 });
});

test('cancel, in a separate process, cancels the order of the running shop', async () => {
  const { orderId, number, read } = await order();
  expect(await startQkart(['orders', 'cancel', orderId], shop.database.env).outcome).toEqual({
    code: 0,
    stdout: `Order ${number} is cancelled, $25 of $25 refunded.\n`,
    stderr: '',
  });
  expect(await read()).toMatchObject({ status: 'cancelled', refunded: 25 });
});
