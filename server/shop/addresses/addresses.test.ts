import { describe, expect, test } from 'vitest';
import { addressPath, paths } from '../../../contract/paths.ts';
import { expectRefused } from '../../platform/http/refused.testing.ts';
import { stopPoolClock } from '../../testing/pool-clock.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';

const shop = await openTestShop();

const list = async (shopper: TestShopper) =>
  (await shop.call('GET', paths.addresses, { as: shopper })).json();
const add = (shopper: TestShopper, address: unknown) =>
  shop.call('POST', paths.addresses, { as: shopper, body: { address } });
const remove = (shopper: TestShopper, id: string) =>
  shop.call('DELETE', addressPath(id), { as: shopper });

const texts = (addresses: { address: string }[]) => addresses.map(({ address }) => address);
const settled = await shop.shopper();
await add(settled, '1 Long Road');

describe('R9.11: GET and POST /user/addresses', () => {
  test('200, an empty list for a new shopper', async () => {
    const reply = await shop.call('GET', paths.addresses, { as: await shop.shopper() });
    expect([reply.statusCode, reply.body]).toEqual([200, '[]']);
  });

  test('POST answers 200 with the whole list of {_id, address}, oldest first', async () => {
    const shopper = await shop.shopper();
    await add(shopper, '2 New Road');
    const reply = await add(shopper, '1 Old Road');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual([
      { _id: expect.any(String), address: '2 New Road' },
      { _id: expect.any(String), address: '1 Old Road' },
    ]);
    expect(await list(shopper)).toEqual(reply.json());
  });

  test('R9.11: the text is free: lines, other scripts, marks, and twice the same', async () => {
    const shopper = await shop.shopper();
    const address = 'Zoë Müller\n1 <b>Long</b> Road\n東京 "\\" 🏠; drop table addresses';
    await add(shopper, address);
    expect(texts((await add(shopper, address)).json())).toEqual([address, address]);
  });

  test.each([
    ['blank', ' \t\n ', 'Address must not be empty'],
    ['of invisible characters', '\u200b\u2800', 'Address must not be empty'],
    ['missing', undefined, 'Address must not be empty'],
    ['a number', 5, 'Address must be text'],
    ['null', null, 'Address must be text'],
    ['501 characters', 'x'.repeat(501), 'Address must be at most 500 characters'],
  ])('400 for a text that is %s, and the list stays', async (_, text, message) => {
    expectRefused(await add(settled, text), 400, message);
    expect(texts(await list(settled))).toEqual(['1 Long Road']);
  });

  test.each([
    ['500 characters of two UTF-16 units', '🏠'.repeat(500)],
    ['500 characters with blanks around them', ` ${'x'.repeat(500)}\n`],
  ])('%s are taken', async (_, address) => {
    const reply = await add(await shop.shopper(), address);
    expect(texts(reply.json())).toEqual([address.trim()]);
  });

  test("400 'At most 20 addresses can be saved' for more, also at the same time, until one is deleted", async () => {
    stopPoolClock();
    const shopper = await shop.shopper();
    const adding = Array.from({ length: 25 }, (_, number) => add(shopper, `${number} Long Road`));
    const replies = await Promise.all(adding);
    const refused = replies.filter(({ statusCode }) => statusCode !== 200);
    expect(refused).toHaveLength(5);
    for (const reply of refused) expectRefused(reply, 400, 'At most 20 addresses can be saved');
    expect(await list(shopper)).toHaveLength(20);

    const [oldest] = await list(shopper);
    await remove(shopper, oldest._id);
    expect(texts((await add(shopper, '26 Long Road')).json()).at(-1)).toBe('26 Long Road');
  });
});

describe('R9.11: DELETE /user/addresses/{id}', () => {
  test('200 with the list that is left, which a new address follows', async () => {
    const shopper = await shop.shopper();
    for (const text of ['first', 'second', 'third']) await add(shopper, text);
    const [, second, third] = await list(shopper);
    const reply = await remove(shopper, second._id);
    expect(reply.statusCode).toBe(200);
    expect(texts(reply.json())).toEqual(['first', 'third']);
    expect(await list(shopper)).toEqual(reply.json());
    await remove(shopper, third._id);
    expect(texts((await add(shopper, 'fourth')).json())).toEqual(['first', 'fourth']);
  });

  test("404 'Address does not exist' for an unknown id, and nothing is deleted", async () => {
    expectRefused(await remove(settled, 'no-such-address'), 404, 'Address does not exist');
    expect(await list(settled)).toHaveLength(1);
  });

  test('deleted twice at once, it is there once', async () => {
    const shopper = await shop.shopper();
    const [address] = (await add(shopper, '1 Long Road')).json();
    const replies = await Promise.all([remove(shopper, address._id), remove(shopper, address._id)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  });
});
