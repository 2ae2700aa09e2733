import { describe, expect, test } from 'vitest';
import { orderPath } from '../../contract/paths.ts';
import { expectLedgerBalanced } from '../../server/operations/audit/audit.testing.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { formatNumber, numberOf } from '../../server/shop/orders/number.ts';
import { shoppingIn } from '../../server/shop/orders/shopping.testing.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart, startQkart } from '../process.testing.ts';

// The commands run while this shop is open.
const shop = await openTestShop();
const { checkout, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'lamp', name: '=Lamp', costCents: 1_250, stock: 100 });

const orders = (...words: string[]) => runQkart(['orders', ...words], shop.database.env);

async function order() {
  const shopper = await readyShopper({ lamp: 2 });
  const { orderId } = (await checkout(shopper, { addressId: shopper.addressId })).json();
  const read = async () => (await shop.call('GET', orderPath(orderId), { as: shopper })).json();
  const number = formatNumber(numberOf(orderId));
  const renumber = (number: string) =>
    shop.services.db.updateTable('orders').set({ number }).where('id', '=', orderId).execute();
  return { shopper, orderId, number, read, renumber };
}

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** The lines of a text, with TIME for each time. */
const linesOf = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME').split('\n');

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
    'product\tname\tqty\tcost',
    'lamp\t=Lamp\t2\t$12.50',
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

test('an order is shipped in a parcel that is corrected later; the shopper can follow it', async () => {
  const { number, read } = await order();
  const ups = ['--carrier', 'UPS', '--tracking', '1Z 999'];
  const dhl = ['--carrier', 'My Van', '--tracking', '17'];
  for (const [words, state] of [
    [['ship', number, ...ups], 'shipped, UPS 1Z 999'],
    [['ship', number, ...ups], 'shipped already, UPS 1Z 999'],
    [['note', number, 'Rang twice'], 'shipped, UPS 1Z 999'],
    [['note', number, 'Rang twice'], 'shipped already, UPS 1Z 999'],
    [['tracking', number, ...dhl], 'shipped, My Van 17'],
    [['tracking', number, ...dhl], 'shipped already, My Van 17'],
  ] as const) {
    const stdout = `Order ${number} is ${state}.\n`;
    expect(await orders(...words)).toEqual({ code: 0, stdout, stderr: '' });
  }
  const again = await orders('ship', number, ...ups);
  expect([again.code, again.stderr]).toEqual([
    1,
    `The order was shipped before with another parcel: change it by \`orders tracking\` (order "${number}").\nNothing was changed.\n`,
  ]);
  const url = 'https://www.ups.com/track?tracknum=1Z%20999';
  expect(await read()).toMatchObject({
    tracking: { carrier: 'My Van', number: '17' },
    history: [
      { status: 'placed' },
      { status: 'shipped', at: ISO, tracking: { carrier: 'UPS', number: '1Z 999', url } },
      { status: 'shipped', at: ISO, tracking: { carrier: 'My Van', number: '17' } },
    ],
  });
  expect((await read()).history).toHaveLength(3);
  expect((await orders('show', number)).stdout).toContain('Rang twice');
  // A carrier of the shop's own.
  const carriers = [{ name: 'my van', url: 'https://van.example/{number}' }];
  await replaceIdentity(shop.services, { name: 'Birch', carriers });
  expect((await read()).tracking).toMatchObject({ url: 'https://van.example/17' });
});

test('a file of parcels ships all of its orders, or none', async () => {
  const [one, two, three] = [await order(), await order(), await order()];
  await orders('cancel', three.number);
  const table = (...rows: string[]) => ['Order;Carrier;Tracking Number', ...rows, ''].join('\n');
  const ship = (text: string) =>
    runQkart(['orders', 'ship', '--file', '-'], shop.database.env, text);
  const bad = table(
    `${one.number};UPS;1Z`,
    `${three.number};UPS;1Z`,
    '99999999;UPS;1Z',
    `${two.number};UPS;`,
  );
  expect(await ship(bad)).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'line 5: must have both a carrier and a tracking number, or neither\nNothing was changed.\n',
  });
  const refused = await ship(table(`${one.number};UPS;1Z`, `${three.number};UPS;1Z`, '9999;UPS;1'));
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `line 3: Order has been cancelled (order "${three.number}")\n` +
      'line 4: There is no order "9999". (order "9999")\nNothing was changed.\n',
  ]);
  expect(await one.read()).toMatchObject({ status: 'placed' });
  const good = table(`${one.number};UPS;1Z`, `${two.orderId};La Poste;8 J`);
  expect((await ship(good)).stdout).toBe('2 orders are shipped.\n');
  expect((await ship(good)).stdout).toBe('0 orders are shipped, 2 had been before.\n');
  expect(await two.read()).toMatchObject({ tracking: { carrier: 'La Poste', number: '8 J' } });
});

test.each([
  [['ship'], 'name an order, or a file of orders by --file'],
  [['ship', 'x', '--carrier', 'UPS'], '--carrier and --tracking belong together'],
  [['ship', 'x', '--carrier', 'UPS\u202e', '--tracking', '1'], 'must be a name of at most 40'],
  [['ship', 'x', '--carrier', 'UPS', '--tracking', '<b>'], 'must be 1 to 60 letters'],
  [['ship', 'x', '--file', 'y'], '--file has the orders'],
  [['refund', 'x', '--line', 'lamp'], 'It must be PRODUCT=QTY'],
  [['refund', 'x', '--restock', 'lamp=0'], 'It must be PRODUCT=QTY'],
  [['refund', 'x', '--line', 'lamp=1', '--amount', '5'], 'exclude each other'],
])('orders %j is a usage error', async (words, message) => {
  const { code, stderr } = await orders(...words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
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
  expect(other.stderr).toContain('This key belongs to a refund of another amount');
  for (const [words, message] of [
    [['--line', 'lamp=2'], 'Only 1 of lamp can still be returned'],
    [['--restock', 'lamp=2', '--amount', '1'], 'Only 1 of lamp can still be returned'],
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
  await expectLedgerBalanced(shop.services.db);
});

test('commands take the number in any case, or a part of it, and list candidates', async () => {
  const { number, renumber } = await order();
  const words = [
    number,
    number.toLowerCase().replace('-', ''),
    number.slice(0, 4),
    number.slice(5),
  ];
  for (const word of words) {
    expect((await orders('show', word)).stdout, word).toContain(`order     ${number}\n`);
  }
  expect((await orders('ship', number.slice(5))).stdout).toBe(`Order ${number} is shipped.\n`);
  expect((await orders('show', number.slice(0, 3))).stderr).toContain('There is no order');
  await renumber('ZZZZ0001');
  await (await order()).renumber('0001ZZZZ');
  const { code, stderr } = await orders('ship', 'zzzz');
  expect([code, stderr]).toEqual([
    1,
    'Several orders begin or end like this: 0001-ZZZZ, ZZZZ-0001 (order "zzzz").\nNothing was changed.\n',
  ]);
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

test('list and export accept the same filters', async () => {
  const { shopper, orderId, number, read } = await order();
  await orders('ship', orderId);
  const other = await order();
  const filters = ['--status', 'shipped', '--since', '2020-01-01', '--customer', shopper.username];
  expect(linesOf((await orders('list', ...filters)).stdout)).toEqual([
    'order\tplaced (UTC)\tstatus\ttotal\trefunded\tcustomer',
    `${number}\tTIME\tshipped\t$25\t\t${shopper.username}`,
    '',
  ]);
  const expected = [{ ...(await read()), customer: shopper.username }];
  for (const words of [
    ['list', '--json'],
    ['export', '--format', 'json'],
  ]) {
    expect(JSON.parse((await orders(...words, ...filters)).stdout)).toEqual(expected);
  }
  const csv = (await orders('export', ...filters)).stdout.trimEnd().split('\n');
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain(`"lamp","'=Lamp",2,12.50,25.00,25.00,0.00`);
  expect((await orders('list')).stdout).toContain(other.number);
  const none = await orders('list', '--since', '2100-01-01');
  expect(none).toEqual({ code: 0, stdout: '', stderr: 'There are no such orders.\n' });
});

test('lists have --since, --until and --limit', async () => {
  const { shopper, number } = await order();
  const own = ['--customer', shopper.username];
  const list = async (...words: string[]) =>
    JSON.parse((await orders('list', '--json', ...own, ...words)).stdout).map(
      (one: { number: string }) => one.number,
    );
  expect(await list('--since', 'today', '--until', 'today')).toEqual([number]);
  expect(await list('--since', '7d', '--limit', '1')).toEqual([number]);
  expect(await list('--until', 'yesterday')).toEqual([]);
  expect(JSON.parse((await orders('list', '--json', '--limit', '2')).stdout)).toHaveLength(2);
  for (const [words, rows] of [
    [['accounts', 'list'], 3],
    [['accounts', 'ledger', shopper.username], 1],
    [['catalogue', 'stock', 'lamp'], 3],
  ] as const) {
    const rowsOf = async (...more: string[]) => {
      const { stdout } = await runQkart([...words, '--json', ...more], shop.database.env);
      return JSON.parse(stdout).length;
    };
    expect(await rowsOf('--limit', String(rows)), words.join(' ')).toBe(rows);
    expect(await rowsOf('--until', '2020-01-01')).toBe(0);
  }
  const { code, stderr } = await orders('list', '--limit', '0');
  expect([code, stderr]).toEqual([2, expect.stringContaining('a whole number from 1 on')]);
});

test('sales are summed up by day and by product, with their time zone', async () => {
  await order();
  const sales = async (...words: string[]) => runQkart(['sales', ...words], shop.database.env);
  const [header, ...days] = (await sales('--from', '7d', '--to', 'today')).stdout
    .trim()
    .split('\n');
  expect(header).toBe('day (UTC)\torders\tsold\tcancelled\trefunded\tnet');
  expect(days).toHaveLength(1);
  const [lamp] = JSON.parse((await sales('--by', 'product', '--json')).stdout);
  expect(lamp).toMatchObject({ key: 'lamp', units: expect.any(Number) });
  expect((await sales('--to', '2020-01-01')).stderr).toBe('Nothing was sold then.\n');
  const { code, stderr } = await sales('--from', '2026-02-30');
  expect([code, stderr]).toEqual([2, expect.stringContaining('It must be a date')]);
});

test('slips are a page for the printer', async () => {
  const { number } = await order();
  const { code, stdout } = await orders('slips', '--status', 'placed');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`<h1>Order ${number}</h1>`)]);
  expect(stdout).toMatch(/<title>.+: \d+ orders?</);
});

test('journal prints the ledger', async () => {
  const { number } = await order();
  const { code, stdout } = await orders('journal');
  expect(code).toBe(0);
  expect(stdout).toContain(`order ${number}\n`);
});

describe('a refused change changes nothing, and says why', () => {
  test('a wrong status, or too high an amount', async () => {
    const { orderId } = await order();
    const expectRefused = async (reason: string, ...words: string[]) =>
      expect(await orders(...words)).toEqual({
        code: 1,
        stdout: '',
        stderr: `${reason}\nNothing was changed.\n`,
      });
    const it = `(order "${orderId}").`;
    await expectRefused(`Order has not been shipped: cancel it instead ${it}`, 'refund', orderId);
    await orders('ship', orderId);
    await expectRefused(`Order has already been shipped ${it}`, 'cancel', orderId);
    const tooHigh = ['refund', orderId, '--amount', '25.01'];
    await expectRefused(`Only $25 of this order can still be refunded ${it}`, ...tooHigh);
  });

  test('another note for what was done before', async () => {
    const { orderId } = await order();
    await orders('ship', orderId, '--note', 'Parcel 17');
    expect(await orders('ship', orderId, '--note', 'Parcel 18')).toEqual({
      code: 1,
      stdout: '',
      stderr: `This was done before, with the note "Parcel 17"; the new note was not kept (order "${orderId}").\nNothing was changed.\n`,
    });
    expect(await orders('ship', orderId, '--note', 'Parcel 17')).toMatchObject({ code: 0 });
  });

  test.each([
    [['ship', 'nothing'], 'There is no order "nothing".\nNothing was changed.\n'],
    [['cancel', 'nothing'], 'There is no order "nothing".\nNothing was changed.\n'],
    [['refund', 'nothing'], 'There is no order "nothing".\nNothing was changed.\n'],
    [['show', 'nothing'], 'There is no order "nothing".\n'],
    [['list', '--customer', 'nobody-here'], 'There is no account "nobody-here".\n'],
  ])('of something unknown: %j', async (words, stderr) => {
    expect(await orders(...words)).toMatchObject({ code: 1, stderr });
  });

  test.each([
    [['refund', 'x', '--amount', '12.345']],
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
