import { describe, expect, test, vi } from 'vitest';
import { orderPath } from '../../contract/paths.ts';
import { expectLedgerBalanced } from '../../server/operations/audit/audit.testing.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { COMMAND_TEST_TIMEOUT_MS, runQkart } from '../process.testing.ts';

vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });
// The commands run while this shop is open.
const shop = await openTestShop();
const { balance, checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'lamp', name: '=Lamp', costCents: 1_250, stock: 100 });

const orders = (...words: string[]) => runQkart(['orders', ...words], { env: shop.database.env });

async function order() {
  const shopper = await readyShopper({ lamp: 2 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
  return { shopper, orderId, read };
}

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const MINUTE = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
const CHANGED_NOTHING = 'Nothing was changed.\n';

test('an order is shipped and refunded in parts, and the shopper sees it at once', async () => {
  const { shopper, orderId, read } = await order();
  expect(await orders('ship', orderId, '--note', 'Parcel 17')).toEqual({
    code: 0,
    stdout: `Order ${orderId} is shipped.\n`,
    stderr: '',
  });
  expect((await orders('ship', orderId)).stdout).toBe(`Order ${orderId} is shipped already.\n`);
  const refund = ['refund', orderId, '--amount', '5.5', '--note', 'A scratch', '--key', 'ticket-1'];
  expect((await orders(...refund)).stdout).toBe(
    `Order ${orderId} is shipped, $5.50 of $25 refunded.\n`,
  );
  expect((await orders(...refund)).stdout).toBe(
    `Order ${orderId} is shipped already, $5.50 of $25 refunded.\n`,
  );
  expect(await read()).toMatchObject({ status: 'shipped', refunded: 5.5 });
  expect(await balance(shopper)).toBe(4_980.5);
  expect((await orders('refund', orderId)).stdout).toBe(
    `Order ${orderId} is refunded, $25 of $25 refunded.\n`,
  );
  expect(await balance(shopper)).toBe(5_000);

  const { stdout } = await orders('show', orderId);
  expect(stdout).toMatch(
    new RegExp(
      [
        `^order     ${orderId}`,
        'status    refunded',
        `placed    ${MINUTE} UTC`,
        `customer  ${shopper.username}`,
        'address   1 Long Road',
        String.raw`total     \$25`,
        String.raw`refunded  \$25`,
        'product\tname\tqty\tcost',
        String.raw`lamp\t=Lamp\t2\t\$12\.50`,
        String.raw`change\tat \(UTC\)\tby\tamount\tnote`,
        `shipped\t${MINUTE}\toperator\t\tParcel 17`,
        String.raw`refunded\t${MINUTE}\toperator\t\$5\.50\tA scratch`,
        String.raw`refunded\t${MINUTE}\toperator\t\$19\.50\t`,
      ].join('\n'),
    ),
  );
  expect(JSON.parse((await orders('show', orderId, '--json')).stdout)).toEqual({
    ...(await read()),
    customer: shopper.username,
    history: [
      { kind: 'shipped', at: ISO, by: 'operator', amount: 0, note: 'Parcel 17' },
      { kind: 'refunded', at: ISO, by: 'operator', amount: 5.5, note: 'A scratch' },
      { kind: 'refunded', at: ISO, by: 'operator', amount: 19.5, note: null },
    ],
  });
  await expectLedgerBalanced(shop.services.db);
});

test('cancelling an order returns the money and the stock', async () => {
  const { shopper, orderId, read } = await order();
  expect((await orders('cancel', orderId)).stdout).toBe(
    `Order ${orderId} is cancelled, $25 of $25 refunded.\n`,
  );
  expect(await read()).toMatchObject({ status: 'cancelled', refunded: 25 });
  expect(await balance(shopper)).toBe(5_000);
});

test('list and export accept the same filters', async () => {
  const { shopper, orderId, read } = await order();
  await orders('ship', orderId);
  const other = await order();
  const filters = ['--status', 'shipped', '--since', '2020-01-01', '--customer', shopper.username];
  const list = await orders('list', ...filters);
  expect(list.stdout).toMatch(
    new RegExp(
      String.raw`^order\tplaced \(UTC\)\tstatus\ttotal\trefunded\tcustomer\n` +
        String.raw`${orderId}\t${MINUTE}\tshipped\t\$25\t\t${shopper.username}\n$`,
    ),
  );
  const expected = [{ ...(await read()), customer: shopper.username }];
  expect(JSON.parse((await orders('list', ...filters, '--json')).stdout)).toEqual(expected);
  const json = await orders('export', ...filters, '--format', 'json');
  expect(JSON.parse(json.stdout)).toEqual(expected);
  const csv = (await orders('export', ...filters)).stdout.trimEnd().split('\n');
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain("lamp,'=Lamp,2,12.50,25.00,25.00,0.00");
  expect((await orders('list')).stdout).toContain(other.orderId);
  const none = await orders('list', '--since', '2100-01-01');
  expect(none).toEqual({ code: 0, stdout: '', stderr: 'There are no such orders.\n' });
});

test('export writes the journal', async () => {
  const { orderId } = await order();
  const { code, stdout } = await orders('journal');
  expect(code).toBe(0);
  expect(stdout).toContain(`order ${orderId}\n`);
});

describe('a refused change changes nothing, and says why', () => {
  test('a wrong status, or too high an amount', async () => {
    const { orderId } = await order();
    expect(await orders('refund', orderId)).toEqual({
      code: 1,
      stdout: '',
      stderr: `Order has not been shipped: cancel it instead\n${CHANGED_NOTHING}`,
    });
    await orders('ship', orderId);
    expect((await orders('cancel', orderId)).stderr).toBe(
      `Order has already been shipped\n${CHANGED_NOTHING}`,
    );
    expect((await orders('refund', orderId, '--amount', '25.01')).stderr).toBe(
      `Only $25 of this order can still be refunded\n${CHANGED_NOTHING}`,
    );
  });

  test.each(['ship', 'cancel', 'refund', 'show'])('%s an unknown order', async (command) => {
    const { code, stderr } = await orders(command, 'nothing');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Order does not exist\n/)]);
  });

  test('an unknown customer', async () => {
    const { code, stderr } = await orders('list', '--customer', 'nobody-here');
    expect([code, stderr]).toEqual([1, 'There is no account "nobody-here".\n']);
  });

  test.each([
    [['refund', 'x', '--amount', '12.345']],
    [['refund', 'x', '--amount', '-5']],
    [['refund', 'x', '--amount', '1000000000']],
    [['refund', 'x', '--key', 'a b']],
    [['ship', 'x', '--note', ' ']],
    [['list', '--status', 'lost']],
    [['list', '--since', '2026-02-30']],
    [['export', '--format', 'xml']],
    [['ship']],
  ])('wrong usage: %j', async (words) => {
    const { code, stdout, stderr } = await orders(...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: /);
  });
});
