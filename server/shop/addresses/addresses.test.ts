import { describe, expect, test } from 'vitest';
import { addressPath, paths } from '../../../contract/paths.ts';
import { openTestShop, type TestShopper } from '../../testing/test-shop.ts';

const shop = await openTestShop();

const list = async (shopper: TestShopper) =>
  (await shop.call('GET', paths.addresses, { as: shopper })).json();
const add = (shopper: TestShopper, address: unknown) =>
  shop.call('POST', paths.addresses, { as: shopper, body: { address } });
const remove = (shopper: TestShopper, id: string) =>
  shop.call('DELETE', addressPath(id), { as: shopper });

const texts = (addresses: { address: string }[]) => addresses.map(({ address }) => address);

describe('decisions, GET and POST /user/addresses', () => {
  test('200, an empty list for a new shopper', async () => {
    const reply = await shop.call('GET', paths.addresses, { as: await shop.shopper() });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('[]');
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

  test('spec 3: the text is free: lines, other scripts, marks, and twice the same', async () => {
    const shopper = await shop.shopper();
    const address = 'Zoë Müller\n1 <b>Long</b> Road\n東京 "\\" 🏠; drop table addresses';
    await add(shopper, address);
    expect(texts((await add(shopper, address)).json())).toEqual([address, address]);
  });

  test.each([
    ['empty', ''],
    ['blank', ' \t\n '],
    ['missing', undefined],
  ])(
    "400 'Address must not be empty' for a text that is %s, and the list stays",
    async (_, text) => {
      const shopper = await shop.shopper();
      await add(shopper, '1 Long Road');
      const reply = await add(shopper, text);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toEqual({ success: false, message: 'Address must not be empty' });
      expect(texts(await list(shopper))).toEqual(['1 Long Road']);
    },
  );

  test.each([
    ['a number', 5],
    ['null', null],
    ['a list', ['1 Long Road']],
  ])('400 for what is no text: %s', async (_, address) => {
    const shopper = await shop.shopper();
    const reply = await add(shopper, address);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ success: false, message: 'Address must be text' });
  });

  test.each([
    ['500 characters', 'x'.repeat(500)],
    ['500 characters of two UTF-16 units', '🏠'.repeat(500)],
    ['500 characters with blanks around them', ` ${'x'.repeat(500)}\n`],
  ])('%s are taken', async (_, address) => {
    const reply = await add(await shop.shopper(), address);
    expect(reply.statusCode).toBe(200);
    expect(texts(reply.json())).toEqual([address.trim()]);
  });

  test("400 'Address must be at most 500 characters' for 501", async () => {
    const reply = await add(await shop.shopper(), 'x'.repeat(501));
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({
      success: false,
      message: 'Address must be at most 500 characters',
    });
  });

  test("400 'At most 20 addresses can be saved' for the 21st, until one is deleted", async () => {
    const shopper = await shop.shopper();
    for (let number = 1; number <= 20; number++) {
      expect((await add(shopper, `${number} Long Road`)).statusCode).toBe(200);
    }
    const reply = await add(shopper, '21 Long Road');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ success: false, message: 'At most 20 addresses can be saved' });

    const [oldest] = await list(shopper);
    await remove(shopper, oldest._id);
    expect(texts((await add(shopper, '21 Long Road')).json()).at(-1)).toBe('21 Long Road');
  });

  test('of several last ones at once only as many as fit are saved', async () => {
    const shopper = await shop.shopper();
    const adding = Array.from({ length: 25 }, (_, number) => add(shopper, `${number} Long Road`));
    const statuses = (await Promise.all(adding)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(await list(shopper)).toHaveLength(20);
  });
});

describe('decisions, DELETE /user/addresses/{id}', () => {
  test('200 with the list that is left', async () => {
    const shopper = await shop.shopper();
    for (const text of ['first', 'second', 'third']) await add(shopper, text);
    const [, second] = await list(shopper);
    const reply = await remove(shopper, second._id);
    expect(reply.statusCode).toBe(200);
    expect(texts(reply.json())).toEqual(['first', 'third']);
    expect(await list(shopper)).toEqual(reply.json());
  });

  test('a new address comes after those that are left, also when the last was deleted', async () => {
    const shopper = await shop.shopper();
    for (const text of ['first', 'second']) await add(shopper, text);
    await remove(shopper, (await list(shopper))[1]._id);
    expect(texts((await add(shopper, 'third')).json())).toEqual(['first', 'third']);
  });

  test.each([
    ['unknown', 'no-such-address'],
    ['odd', "' or 1=1 --"],
    ['very long', 'x'.repeat(3_000)],
  ])("404 'Address does not exist' for an id that is %s", async (_, id) => {
    const shopper = await shop.shopper();
    await add(shopper, '1 Long Road');
    const reply = await remove(shopper, id);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({ success: false, message: 'Address does not exist' });
    expect(await list(shopper)).toHaveLength(1);
  });

  test("somebody else's address is like none, and stays", async () => {
    const [one, two] = [await shop.shopper(), await shop.shopper()];
    const [address] = (await add(one, '1 Long Road')).json();
    const [theirs, missing] = [await remove(two, address._id), await remove(two, 'missing')];
    expect([theirs.statusCode, theirs.body]).toEqual([missing.statusCode, missing.body]);
    expect(await list(one)).toEqual([address]);
    expect(await list(two)).toEqual([]);
  });

  test('deleted twice at once, it is there once', async () => {
    const shopper = await shop.shopper();
    const [address] = (await add(shopper, '1 Long Road')).json();
    const replies = await Promise.all([remove(shopper, address._id), remove(shopper, address._id)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  });
});
