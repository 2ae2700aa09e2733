/** What is printed of many orders: lists, exports, sales, slips and the journal. */
import { expect, test } from 'vitest';
import { addDays } from '../../server/platform/days.ts';
import { linesOf } from '../shared/printed.testing.ts';
import { runQkart } from '../shared/process.testing.ts';
import { openShopWithOrders } from './orders.testing.ts';

const { shop, orders, order } = await openShopWithOrders();

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
  const { shopper, number, read } = await order();
  // Whatever day it has become by now.
  const day = (await read()).placedAt.slice(0, 10);
  // Others have ordered, too, so that a limit leaves something out.
  for (let n = 0; n < 3; n++) await order();
  const own = ['--customer', shopper.username];
  const list = async (...words: string[]) =>
    JSON.parse((await orders('list', '--json', ...own, ...words)).stdout).map(
      (one: { number: string }) => one.number,
    );
  expect(await list('--since', day, '--until', day)).toEqual([number]);
  expect(await list('--since', '7d', '--limit', '1')).toEqual([number]);
  expect(await list('--until', addDays(day, -1))).toEqual([]);
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
  // A range without any time is a slip, not an empty list.
  for (const words of [
    ['orders', 'list', '--since', '2026-11-26', '--until', '2026-11-25'],
    ['accounts', 'list', '--since', '1d', '--until', '2d'],
    ['events', 'list', '--since', 'today', '--until', 'yesterday'],
    ['invoices', 'export', '--since', '2026-11-26T12:00Z', '--until', '2026-11-26T11:00Z'],
    ['sales', '--from', '2026-11-26', '--to', '2026-11-25'],
  ]) {
    const { code, stderr } = await runQkart(words, shop.database.env);
    const message = 'the period ends no later than it begins';
    expect([code, stderr], words.join(' ')).toEqual([2, expect.stringContaining(message)]);
  }
});

test('sales are summed up by day and by product, with their time zone', async () => {
  const day = (await (await order()).read()).placedAt.slice(0, 10);
  const sales = async (...words: string[]) => runQkart(['sales', ...words], shop.database.env);
  const [header, ...days] = (await sales('--from', day, '--to', day)).stdout.trim().split('\n');
  expect(header).toBe('day (UTC)\torders\tsold\tcancelled\trefunded\tnet');
  expect(days).toEqual([expect.stringMatching(`^${day}\t`)]);
  expect((await sales('--from', '7d', '--to', 'today')).stdout).toContain(days[0]);
  const [lamp] = JSON.parse((await sales('--by', 'product', '--json')).stdout);
  expect(lamp).toMatchObject({ key: 'lamp', units: expect.any(Number) });
  expect((await sales('--to', '2020-01-01')).stderr).toBe('Nothing was sold then.\n');
  const { code, stderr } = await sales('--from', '2026-02-30');
  expect([code, stderr]).toEqual([2, expect.stringContaining('It must be a date')]);
});

test('slips are a page for the printer, without cancelled orders unless these are named', async () => {
  const { number } = await order();
  const { code, stdout } = await orders('slips', '--status', 'placed');
  expect([code, stdout]).toEqual([0, expect.stringContaining(`<h1>Order ${number}</h1>`)]);
  expect(stdout).toMatch(/<title>.+: \d+ orders?</);
  await orders('cancel', number);
  const unlessCancelled = await orders('slips', '--since', 'today');
  expect(unlessCancelled.stdout).not.toContain(number);
  expect((await orders('slips', '--status', 'cancelled')).stdout).toContain(`Order ${number}<`);
  const none = await orders('slips', '--since', '2100-01-01');
  expect(none).toEqual({ code: 0, stdout: '', stderr: 'There are no such orders.\n' });
});

test('journal prints the ledger', async () => {
  const { number } = await order();
  const { code, stdout } = await orders('journal');
  expect(code).toBe(0);
  expect(stdout).toContain(`order ${number}\n`);
});
