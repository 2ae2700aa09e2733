/** `qkart log`: who changed what, for every command that changes the shop. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openShopWithOrders } from '../orders/orders.testing.ts';
import { runQkart } from '../shared/process.testing.ts';

const { shop, order } = await openShopWithOrders();
const env = { ...shop.database.env, QKART_OPERATOR: 'Ann' };

const folder = await mkdtemp(join(tmpdir(), 'qkart-test-'));
afterAll(() => rm(folder, { recursive: true }));

const run = (words: readonly string[], input = '') => runQkart(words, env, input);
const readLog = async (...words: string[]) =>
  JSON.parse((await run(['log', '--json', ...words])).stdout);

test('every command that changes the shop is in the log with operator, values and time, newest first', async () => {
  const { username, userId } = await shop.shopper();
  const placed = await order();
  const file = join(folder, 'more.json');
  await writeFile(
    file,
    '[{"_id":"mug","name":"Mug","cost":5},{"_id":"jug","name":"Jug","cost":9}]',
  );
  const identity = join(folder, 'shop.json');
  await writeFile(identity, '{"name":"Birch"}');
  const changes: readonly (readonly [words: string[], entry: object, input?: string])[] = [
    [
      ['orders', 'ship', placed.number],
      {
        ...{ action: 'order shipped', subject: placed.orderId, reference: '1' },
        after: { status: 'shipped', refundedCents: 0 },
      },
    ],
    [
      ['orders', 'refund', placed.number, '--amount', '1'],
      {
        ...{ action: 'order refunded', subject: placed.orderId, reference: '2' },
        after: { status: 'shipped', refundedCents: 100 },
      },
    ],
    [
      ['accounts', 'credit', username, '5', '--note', 'A gift'],
      {
        ...{ action: 'wallet changed', subject: userId },
        after: { amountCents: 500, source: 'grants' },
      },
    ],
    [
      ['accounts', 'end-sessions', username],
      { action: 'sessions ended', subject: userId, after: { endedSessions: 1 } },
    ],
    [
      ['accounts', 'reset-password', username],
      { action: 'password reset', subject: userId, after: { endedSessions: 0 } },
    ],
    [
      ['accounts', 'erase', username, '--forfeit', '--yes'],
      { action: 'account erased', subject: userId, after: { settledCents: 500_500 } },
    ],
    [
      ['catalogue', 'import', file],
      { action: 'products changed', after: { added: 2, updated: 0 } },
    ],
    [
      ['catalogue', 'set', 'mug', 'price=6', 'stock=3'],
      {
        ...{ action: 'products changed', subject: 'mug' },
        ...{ before: { cost_cents: 500, stock: null }, after: { cost_cents: 600, stock: 3 } },
      },
    ],
    [['catalogue', 'remove', 'jug'], { action: 'products removed', before: { ids: ['jug'] } }],
    [
      ['catalogue', 'synonyms', 'import', '-'],
      {
        action: 'synonyms replaced',
        ...{ before: { lines: [] }, after: { lines: ['mug, cup'] } },
      },
      'mug, cup\n',
    ],
    [
      ['shop', 'import', identity],
      { action: 'shop changed', before: {}, after: { identity: { name: 'Birch' } } },
    ],
    [['events', 'retry'], { action: 'events retried', after: { events: 0 } }],
  ];
  for (const [words, expected, input] of changes) {
    const begun = Date.now();
    const { code, stderr } = await run(words, input);
    expect([code, stderr], words.join(' ')).toEqual([0, expect.any(String)]);
    const [entry] = await readLog('--limit', '1');
    expect(entry).toMatchObject({ operator: 'Ann', from: 'command', ...expected });
    expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(begun - 1);
  }
  expect(await readLog('--operator', 'Ann')).toHaveLength(changes.length);
  expect(await readLog('--order', placed.number)).toHaveLength(2);
});

test('a refused or repeated command adds nothing, and nobody can change an entry', async () => {
  const { number } = await order();
  await run(['orders', 'ship', number]);
  await run(['orders', 'ship', number]);
  await run(['orders', 'refund', number, '--amount', '1000000']);
  expect(await readLog('--order', number)).toHaveLength(1);
  const { db } = shop.services;
  await expect(db.updateTable('operator_log').set({ operator: 'Bob' }).execute()).rejects.toThrow(
    'only ever added',
  );
  await expect(db.deleteFrom('operator_log').execute()).rejects.toThrow('only ever added');
});

test('without QKART_OPERATOR the log names the user of the system', async () => {
  const { number } = await order();
  await runQkart(['orders', 'ship', number], shop.database.env);
  const [entry] = await readLog('--order', number);
  expect(entry.operator).not.toBe('Ann');
  expect(entry.operator).toMatch(/./);
});
