import { expect, onTestFinished, test } from 'vitest';
import { productPath } from '../../../contract/paths.ts';
import { openSellingShop } from '../../shop/catalogue/selling.testing.ts';
import { openPictureServer, testPolicy as policy } from './picture-server.testing.ts';
import { makeHugeAvif, makePackedTexts, makePhoto } from './pictures.testing.ts';
import { fetchPictures, findBroken, findMissing } from './remote.ts';

const { address, files, asked } = await openPictureServer();

const product = (_id: string, image: string) => ({ _id, name: _id, cost: 1, image });
files.set('/lamp.jpg', await makePhoto(101));
files.set('/pen.jpg', await makePhoto(102));
files.set('/text.jpg', Buffer.from('a text'));

/** Each test has its own shop, because a run counts the pictures of the whole shop. */
async function openShop() {
  const shop = await openSellingShop([
    product('lamp', `${address}/lamp.jpg`),
    product('pen', `${address}/pen.jpg`),
    product('gone', `${address}/gone.jpg`),
    product('text', `${address}/text.jpg`),
    product('local', '/pictures/1f3a7.webp'),
    product('bare', ''),
  ]);
  return {
    shop,
    imageOf: async (id: string): Promise<string> =>
      (await shop.call('GET', productPath(id))).json().image,
    run: (options = {}) => fetchPictures(shop.services, { policy, ...options }),
  };
}

test('what fails is named with its reason and stays; the others are the shop’s own afterwards', async () => {
  const { imageOf, run } = await openShop();
  const { problems, ...counts } = await run();
  expect(counts).toEqual({ fetched: 2, unchanged: 0, failed: 2, changed: 2 });
  expect(problems).toEqual([
    { about: `gone: ${address}/gone.jpg`, message: 'answers with status 404' },
    { about: `text: ${address}/text.jpg`, message: expect.stringMatching(/^is no picture/) },
  ]);
  expect(await imageOf('lamp')).toMatch(
    /^\/product-pictures\/[0-9a-f]{32}-101x60-photo\/60\.webp$/,
  );
  expect(await imageOf('gone')).toBe(`${address}/gone.jpg`);
});

test('a second run fetches only what is left, and what has another address in the feed', async () => {
  const { shop, imageOf, run } = await openShop();
  await run();
  asked.length = 0;
  files.set('/gone.jpg', await makePhoto(103));
  onTestFinished(() => void files.delete('/gone.jpg'));
  files.set('/new-pen.jpg', await makePhoto(104));
  await shop.import([product('pen', `${address}/new-pen.jpg`)]);
  // Until it is fetched, the earlier picture is shown.
  expect(await imageOf('pen')).toMatch(/-102x60-/);
  expect(await run()).toMatchObject({ fetched: 2, unchanged: 1, failed: 1 });
  expect(asked.toSorted()).toEqual(['/gone.jpg', '/new-pen.jpg', '/text.jpg']);
  expect(await imageOf('pen')).toMatch(/-104x60-/);
});

test('a small file that unpacks to gigabytes ends no run, whatever comes after it', async () => {
  files.set('/huge.avif', await makeHugeAvif());
  files.set('/packed.png', makePackedTexts('zTXt'));
  const shop = await openSellingShop([
    product('huge', `${address}/huge.avif`),
    product('packed', `${address}/packed.png`),
    product('lamp', `${address}/lamp.jpg`),
  ]);
  const message = expect.stringMatching(/^has 8000 × 8000 pixels: at most/);
  const problems = [{ about: `huge: ${address}/huge.avif`, message }];
  const run = () => fetchPictures(shop.services, { policy });
  expect(await run()).toMatchObject({ fetched: 2, failed: 1, problems });
  expect(await run()).toMatchObject({ fetched: 0, unchanged: 2, failed: 1, problems });
});

test('nothing is loaded from this machine or a private network, whatever a feed names', async () => {
  const { shop } = await openShop();
  await shop.import([
    product('inside', `${address.replace('http', 'https')}/lamp.jpg`),
    product('metadata', 'https://169.254.169.254/latest'),
  ]);
  const { problems } = await fetchPictures(shop.services);
  const messages = problems.map(({ about, message }) => `${about.split(':')[0]} ${message}`);
  expect(messages).toContain('inside leads to 127.0.0.1, which is in no public network');
  expect(messages).toContain('metadata leads to 169.254.169.254, which is in no public network');
  expect(messages).toContain('text is not HTTPS');
  expect(asked).toEqual([]);
});

test('it stops between two products, keeps what is fetched, and says of how many', async () => {
  const { shop, imageOf, run } = await openShop();
  await run();
  await shop.import([product('one', `${address}/lamp.jpg`), product('two', `${address}/pen.jpg`)]);
  const stop = new AbortController();
  const onProgress = ({ fetched }: { fetched: number }) =>
    fetched === 1 && stop.abort(new Error('Stopped'));
  await expect(run({ signal: stop.signal, onProgress })).rejects.toMatchObject({
    outcome: 'part',
    message: '1 product has its new pictures. The same command does the rest.',
    cause: { message: 'Stopped' },
  });
  expect(await imageOf('one')).toMatch(/^\/product-pictures\//);
  expect(await imageOf('two')).toMatch(/^http:/);
});

test('products without a picture, and those whose picture can’t be loaded, are listed', async () => {
  const { shop, run } = await openShop();
  await shop.import([
    product('inside', `${address.replace('http', 'https')}/lamp.jpg`),
    product('metadata', 'https://169.254.169.254/latest'),
  ]);
  await run();
  const all = async <T>(pages: AsyncIterable<T[]>) => (await Array.fromAsync(pages)).flat();
  expect((await all(findMissing(shop.services.db))).map(({ id }) => id)).toEqual(['bare']);
  const broken = await all(findBroken(shop.services.db, { policy }));
  expect(broken.map(({ id, problem }) => `${id} ${problem}`)).toEqual([
    'gone answers with status 404',
    expect.stringMatching(/^text is no picture/),
    'inside is not HTTPS',
    'metadata is not HTTPS',
  ]);
});
