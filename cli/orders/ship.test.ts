/** Parcels: orders that are shipped, one by one or by a file, and followed. */
import { expect, test } from 'vitest';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { ISO } from '../shared/printed.testing.ts';
import { runQkart } from '../shared/process.testing.ts';
import { openShopWithOrders } from './orders.testing.ts';

const { shop, orders, order } = await openShopWithOrders();

test('an order is shipped in a parcel that is corrected later, and in a second one; the shopper can follow both', async () => {
  const { number, read } = await order();
  const ups = ['--carrier', 'UPS', '--tracking', '1Z 999'];
  const dhl = ['--carrier', 'My Van', '--tracking', '17'];
  for (const [words, state] of [
    [['ship', number, ...ups], 'shipped, UPS 1Z 999'],
    [['ship', number, ...ups], 'shipped already, UPS 1Z 999'],
    [['tracking', number, ...dhl], 'shipped, My Van 17'],
    [['tracking', number, ...dhl], 'shipped already, My Van 17'],
    [['parcel', number, ...ups], 'shipped, UPS 1Z 999'],
    [['parcel', number, ...dhl], 'shipped already, UPS 1Z 999'],
  ] as const) {
    const stdout = `Order ${number} is ${state}.\n`;
    expect(await orders(...words)).toEqual({ code: 0, stdout, stderr: '' });
  }
  const again = await orders('ship', number, ...dhl);
  expect([again.code, again.stderr]).toEqual([
    1,
    `The order was shipped before with another parcel: change it by \`orders tracking\`, or add one by \`orders parcel\` (order "${number}").\nNothing was changed.\n`,
  ]);
  const url = 'https://www.ups.com/track?tracknum=1Z%20999';
  expect(await read()).toMatchObject({
    tracking: { carrier: 'UPS', number: '1Z 999', url },
    parcels: [
      { carrier: 'My Van', number: '17' },
      { carrier: 'UPS', number: '1Z 999', url },
    ],
    history: [
      { status: 'placed' },
      { status: 'shipped', at: ISO, tracking: { carrier: 'UPS', number: '1Z 999', url } },
      { status: 'shipped', at: ISO, tracking: { carrier: 'My Van', number: '17' } },
      { status: 'shipped', at: ISO, tracking: { carrier: 'UPS', number: '1Z 999', url } },
    ],
  });
  expect((await read()).history).toHaveLength(4);
  // A carrier of the shop's own.
  const carriers = [{ name: 'my van', url: 'https://van.example/{number}' }];
  await replaceIdentity(shop.services, { name: 'Birch', carriers });
  expect((await read()).parcels?.[0]).toMatchObject({ url: 'https://van.example/17' });
  // The last one is corrected.
  await orders('tracking', number, '--carrier', 'UPS', '--tracking', '2Z');
  expect((await read()).parcels).toMatchObject([{ number: '17' }, { number: '2Z' }]);
});

test('a file of parcels ships all of its orders, or none', async () => {
  const [one, two, three, four] = [await order(), await order(), await order(), await order()];
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
  for (const [text, problem] of [
    ['Order;Carrier;Tracking\n', 'standard input has no orders.'],
    [
      `Order;Versender;Sendung\n${one.number};UPS;1Z\n`,
      'line 1: has no columns carrier and tracking, only Versender, Sendung: rename these, or remove them',
    ],
    [
      `Order;Carrier;Tracking;tracking\n${one.number};UPS;1Z;2Z\n`,
      'line 1: has two columns for one field, Tracking and tracking: rename one',
    ],
  ] as const) {
    const stderr = `${problem}\nNothing was changed.\n`;
    expect(await ship(text)).toEqual({ code: 1, stdout: '', stderr });
  }
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
  expect((await ship(`Order\n${four.number}\n`)).stdout).toBe('1 order is shipped.\n');
  expect(await two.read()).toMatchObject({ tracking: { carrier: 'La Poste', number: '8 J' } });
});

test('rows that are wrong count for the size of a file as well', async () => {
  const file = `order,carrier,tracking\n${'x,UPS,1,2\n'.repeat(3_000)}`;
  const { code, stderr } = await runQkart(
    ['orders', 'ship', '--file', '-'],
    shop.database.env,
    file,
  );
  expect([code, stderr]).toEqual([1, expect.stringContaining('… and 981 more\n')]);
});
