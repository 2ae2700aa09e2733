/** Feeds that name several pictures of a product. */
import { expect, test } from 'vitest';
import { productPath } from '../../../contract/paths.ts';
import { openSellingShop } from '../../shop/catalogue/selling.testing.ts';
import { findProductDetails } from '../../shop/catalogue/store.ts';
import { openPictureServer, testPolicy as policy } from './picture-server.testing.ts';
import { makePhoto } from './pictures.testing.ts';
import { fetchPictures, findBroken } from './remote.ts';

const { address, files, asked } = await openPictureServer();
for (const number of [1, 2, 3, 4, 5, 6]) {
  files.set(`/${number}.jpg`, await makePhoto(100 + number));
}
const at = (...names: string[]): string[] => names.map((name) => `${address}/${name}.jpg`);
const product = (_id: string, image: string[], more = {}) => ({
  ...{ _id, name: _id, cost: 1, image },
  ...more,
});
const vase = product('vase', at('1', '2', '3'));

/** Each test has its own shop, because a run counts the pictures of the whole shop. */
async function openShop(...products: ReturnType<typeof product>[]) {
  const shop = await openSellingShop(products);
  const { db } = shop.services;
  const picturesOf = async (id: string): Promise<string[]> =>
    (await findProductDetails(db, id))?.pictures ?? [];
  return {
    ...{ shop, db, picturesOf },
    run: () => fetchPictures(shop.services, { policy }),
    /** The widths of a product's pictures, which identify them in these tests. */
    widthsOf: async (id: string) =>
      (await picturesOf(id)).map((picture) => Number(/-(\d+)x/.exec(picture)?.[1])),
  };
}

/** A shop that has fetched the pictures of these products. */
async function openFetchedShop(...products: ReturnType<typeof product>[]) {
  const opened = await openShop(...products);
  await opened.run();
  asked.length = 0;
  return opened;
}

test('all pictures of a product are fetched in their order; before, only the first is shown', async () => {
  const { shop, run, picturesOf, widthsOf } = await openShop(vase);
  expect(await picturesOf('vase')).toEqual(at('1'));
  expect((await shop.call('GET', productPath('vase'))).json()).toMatchObject({ image: at('1')[0] });
  const { problems, ...counts } = await run();
  expect(counts).toEqual({ fetched: 3, unchanged: 0, failed: 0, changed: 1 });
  expect(await widthsOf('vase')).toEqual([101, 102, 103]);
  expect((await shop.call('GET', productPath('vase'))).json().image).toMatch(/-101x60-/);
});

test('a second run loads nothing again', async () => {
  const { run } = await openFetchedShop(vase);
  expect(await run()).toMatchObject({ fetched: 0, unchanged: 3, changed: 0 });
  expect(asked).toEqual([]);
});

test('another order or fewer pictures need no loading, and what nobody shows is erased', async () => {
  const { shop, run, picturesOf, widthsOf } = await openFetchedShop(vase);
  const [, second = ''] = await picturesOf('vase');
  await shop.import([product('vase', at('3', '1'))]);
  expect(await run()).toMatchObject({ fetched: 0, unchanged: 2, changed: 1 });
  expect(asked).toEqual([]);
  expect(await widthsOf('vase')).toEqual([103, 101]);
  expect((await shop.call('GET', second)).statusCode).toBe(404);
});

test('a picture that fails is left out, listed as broken, and alone loaded by the next run', async () => {
  const { db, run, widthsOf } = await openShop(product('cup', at('4', 'late', '2')));
  expect(await run()).toMatchObject({
    ...{ fetched: 2, failed: 1, changed: 1 },
    problems: [{ about: `cup: ${at('late')}`, message: 'answers with status 404' }],
  });
  expect(await widthsOf('cup')).toEqual([104, 102]);
  const broken = (await Array.fromAsync(findBroken(db, { policy }))).flat();
  expect(broken).toMatchObject([{ id: 'cup', image: at('late')[0] }]);
  asked.length = 0;
  files.set('/late.jpg', await makePhoto(110));
  expect(await run()).toMatchObject({ fetched: 1, unchanged: 2, failed: 0 });
  expect(asked).toEqual(['/late.jpg']);
  expect(await widthsOf('cup')).toEqual([104, 110, 102]);
});

test('a further picture on a private network is refused, and the first is fetched', async () => {
  const inside = 'http://10.0.0.1/a.jpg';
  const { run, widthsOf } = await openShop(product('jug', [...at('5'), inside]));
  const message = 'leads to 10.0.0.1, which is in no public network';
  expect((await run()).problems).toEqual([{ about: `jug: ${inside}`, message }]);
  expect(await widthsOf('jug')).toEqual([105]);
});

test('an address that variants share is loaded once, whether it fails or not', async () => {
  const image = at('6', 'nowhere');
  const variants = ['S', 'M', 'L'].map((option) => product(option, image, { group: 'g', option }));
  const { run, widthsOf } = await openShop(...variants);
  expect(await run()).toMatchObject({ fetched: 3, failed: 3 });
  expect(asked.toSorted()).toEqual(['/6.jpg', '/nowhere.jpg']);
  for (const option of ['S', 'M', 'L']) expect(await widthsOf(option)).toEqual([106]);
});

test('pictures that were imported from files stay', async () => {
  const { shop, db, run, widthsOf } = await openFetchedShop(vase);
  await db.updateTable('product_pictures').set({ source: '' }).execute();
  await shop.import([product('vase', at('1', '2', '3', '4'))]);
  expect(await run()).toMatchObject({ fetched: 0, changed: 0 });
  expect([asked, await widthsOf('vase')]).toEqual([[], [101, 102, 103]]);
  expect(await Array.fromAsync(findBroken(db, { policy }))).toEqual([]);
});
