import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestShop } from '../../../testing/test-shop.ts';
import { transact } from '../transaction.ts';

const lines: string[] = [];
const shop = await openTestShop({
  logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
});
const { db } = shop.services;
let runs = 0;

/** More parameters than the protocol can count. */
shop.app.get('/too-many', () =>
  transact(db, async (tx) => {
    runs++;
    const ids = Array.from({ length: 70_000 }, (_, n) => String(n));
    return tx.selectFrom('products').select('id').where('id', 'in', ids).execute();
  }),
);
shop.app.get('/wrong-type', () => sql`select ${'the value'}::integer`.execute(db));

test('a statement with too many parameters is a defect: 500, logged, and not repeated', async () => {
  const reply = await shop.call('GET', '/too-many');
  expect([reply.statusCode, runs]).toEqual([500, 1]);
  expect(lines.splice(0).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'request failed',
      err: expect.objectContaining({ code: '08P01' }),
    }),
  ]);
  await shop.untilReady();
  // While the index was built, refusals of /readyz were logged.
  lines.length = 0;
});

test('a value of the wrong type is not in the log', async () => {
  expect((await shop.call('GET', '/wrong-type')).statusCode).toBe(500);
  const [line = '', ...more] = lines.splice(0);
  expect(more).toEqual([]);
  expect(JSON.parse(line).err).toMatchObject({ code: '22P02' });
  expect(line).not.toContain('the value');
});
