import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { productDetailsPath } from '../../../contract/page-addresses.ts';
import { paths, productPath } from '../../../contract/paths.ts';
import { pictureFilePath, picturePath } from '../../../contract/pictures.ts';
import { stubPages } from '../../shop/pages/stub-pages.testing.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { findViolations, tableInvariants } from '../audit/audit.ts';
import { exportToOutput } from '../feeds/export.ts';
import { importFile } from '../feeds/import.ts';
import { takeOut } from '../feeds/removal.ts';
import { importPictures } from './import.ts';
import { makePhoto } from './pictures.testing.ts';
import { PictureWorker } from './worker/worker.ts';

const shop = await openTestShop({
  pages: stubPages({ render: async () => ({ status: 200, html: '', scriptHashes: [] }) }),
});
const { db } = shop.services;
for (const id of ['lamp', 'lamp-1', 'pen', 'été']) await shop.sell({ id });
const root = await openTestFolder();
let folders = 0;

/** A folder with these photos, each of the width that is given, or with other files. */
async function folderWith(files: Record<string, number | string>): Promise<string> {
  const folder = join(root, String(++folders));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'number' ? await makePhoto(content) : content;
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

const put = async (files: Record<string, number | string>, options = {}) =>
  importPictures(shop.services, await folderWith(files), options);
const detailsOf = async (id: string) => (await shop.call('GET', productDetailsPath(id))).json();
/** The widths of a product's pictures, which identify them in these tests. */
const widthsOf = async (id: string) =>
  (await detailsOf(id)).pictures.map((address: string) => Number(/-(\d+)x/.exec(address)?.[1]));
const storedFiles = async () =>
  (await db.selectFrom('picture_files').select('picture').execute()).length;
const expectSound = async () => expect(await findViolations(db, tableInvariants)).toEqual([]);

test('files named like a product are its pictures; the exact id comes before a number', async () => {
  const report = await put({
    'lamp.jpg': 100,
    'lamp-1.png': 101,
    'lamp-1-2.jpg': 102,
    'lamp-3.jpg': 103,
    'lamp-20.jpg': 120,
    // As macOS writes it.
    'e\u0301te\u0301.JPG': 104,
    '.DS_Store': 'not for us',
  });
  expect(report).toMatchObject({ files: 6, changed: 3, problems: [] });
  expect(await widthsOf('lamp')).toEqual([100, 103, 120]);
  expect(await widthsOf('lamp-1')).toEqual([101, 102]);
  expect(await widthsOf('été')).toEqual([104]);
  await expectSound();
});

test('names fit without case, with what cameras and systems add, and by the name of a product', async () => {
  await shop.sell({ id: 'KT/INS-114', name: 'Insulating tape, 20 m' });
  await shop.sell({ id: '4711', name: 'Oak shelf' });
  await shop.sell({ id: '4712', name: 'Isolierband Grön' });
  const report = await put({
    'kt_ins 114.JPG': 110,
    'KT-INS-114 (1).jpg': 111,
    'Kt-Ins-114_2.jpg': 112,
    'oak-shelf .jpeg': 113,
    'Oak Shelf (3).jpg': 114,
    'PEN.jpg': 115,
    'LAMP-1-1.jpg': 116,
    'isolierband groen (2) - Kopie.jpg': 117,
    'Isolierband Groen - Copy (3).jpg': 118,
    'Preise.xlsx': 'not for us',
    'Thumbs.db': 'not for us',
    'desktop.ini': 'not for us',
    '~$prices.xlsx': 'not for us',
  });
  expect(report).toMatchObject({ files: 9, changed: 5, problems: [], passedOver: ['Preise.xlsx'] });
  expect(await widthsOf('KT/INS-114')).toEqual([110, 111, 112]);
  expect(await widthsOf('4711')).toEqual([113, 114]);
  expect(await widthsOf('pen')).toEqual([115]);
  expect(await widthsOf('4712')).toEqual([117, 118]);
  expect(await widthsOf('lamp-1')).toEqual([116]);
});

test('a file that fits two products is a problem that names both, unless it has the id of one', async () => {
  for (const id of ['cap', 'Cap', 'hat', 'hat-1']) await shop.sell({ id });
  await shop.sell({ id: 'straw', name: 'Hat' });
  await shop.sell({ id: 'felt', name: 'Felt hat' });
  await shop.sell({ id: 'wool', name: 'Felt hat' });
  const names = [
    'cap.jpg',
    'CAP.png',
    'hat_1.jpg',
    'hat-1.jpg',
    'felt hat.jpg',
    'sraw.jpg',
    'new hat felt.jpg',
  ];
  const { problems, changed } = await put(
    Object.fromEntries(names.map((name, index) => [name, 120 + index])),
    { skipInvalid: true },
  );
  expect(changed).toBe(2);
  expect(await widthsOf('cap')).toEqual([120]);
  expect(await widthsOf('hat-1')).toEqual([123]);
  expect(problems.map(({ about, message }) => `${about} ${message}`).toSorted()).toEqual([
    'CAP.png fits "cap" and "Cap": name it like one of these ids',
    'felt hat.jpg fits "felt" and "wool": name it like one of these ids',
    'hat_1.jpg fits "hat-1" and "hat": name it like one of these ids',
    'new hat felt.jpg is of no product: there is none "new hat felt"; the nearest is "felt" ("Felt hat")',
    'sraw.jpg is of no product: there is none "sraw"; the nearest is "straw" ("Hat")',
  ]);
});

test('a file of a group is of each variant that has none of its own', async () => {
  const feed = join(root, 'tea.csv');
  await writeFile(
    feed,
    `_id,name,cost,group,option
tea-50,"Matcha Uji, 50 g",9,tea,50 g
tea-100,"Matcha Uji, 100 g",9,tea,100 g
tea-tin,"Matcha Uji, Tin",9,tea,Tin
`,
  );
  await importFile(shop.services, feed);
  await put({ 'tea.jpg': 130, 'Matcha Uji (1).jpg': 131, 'tea-tin.jpg': 132 });
  expect(await widthsOf('tea-50')).toEqual([130, 131]);
  expect(await widthsOf('tea-100')).toEqual([130, 131]);
  expect(await widthsOf('tea-tin')).toEqual([132]);
  const { problems } = await put({ 'TEA-50.jpg': 133, 'matcha_uji.jpg': 'no picture' });
  expect(problems.map(({ about }) => about)).toEqual(['matcha_uji.jpg']);
  await expectSound();
});

test('the API has the first one as the image, which any client can show, and browsers keep', async () => {
  await put({ 'pen.jpg': 700 });
  const { image } = (await shop.call('GET', productPath('pen'))).json();
  expect(image).toMatch(/^\/product-pictures\/[0-9a-f]{32}-700x60-photo\/60\.webp$/);
  const lists = [paths.products, `${paths.products}?ids=pen`, `${paths.search}?value=pen`];
  for (const path of lists) {
    const products: { _id: string; image: string }[] = (await shop.call('GET', path)).json();
    expect(products.find(({ _id }) => _id === 'pen')).toMatchObject({ image });
  }
  const picture = await shop.call('GET', image);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(picture.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
});

test.each([
  `${'0'.repeat(32)}-90x60-photo/60.webp`,
  'x/60.webp',
  '..%2f..%2fshop.db/60.webp',
  `${'0'.repeat(32)}-90x60-photo/60.svg`,
  `${'0'.repeat(32)}-90x60-photo/060.webp`,
])('there is no picture %s', async (address) => {
  expect((await shop.call('GET', `/product-pictures/${address}`)).statusCode).toBe(404);
});

test('the files of a product replace its pictures, and what no product has is erased', async () => {
  await put({ 'lamp.jpg': 201, 'lamp-2.jpg': 202, 'pen.jpg': 201 });
  const [first = ''] = (await detailsOf('lamp')).pictures;
  const before = await storedFiles();
  expect(await put({ 'lamp.jpg': 203, 'lamp-2.jpg': 203 })).toMatchObject({ changed: 1 });
  expect(await widthsOf('lamp')).toEqual([203, 203]);
  // The pen still has the picture.
  expect((await shop.call('GET', first)).statusCode).toBe(200);
  await put({ 'pen.jpg': 204 });
  expect((await shop.call('GET', first)).statusCode).toBe(404);
  expect(await storedFiles()).toBe(before);
  await expectSound();
});

test('the same files again change nothing', async () => {
  await put({ 'pen.jpg': 301 });
  const { image } = await detailsOf('pen');
  const steps: string[] = [];
  const again = await put(
    { 'pen.jpg': 301 },
    { onProgress: ({ step }: { step: string }) => steps.push(step) },
  );
  expect(again).toMatchObject({ changed: 0, unchanged: 1 });
  expect((await detailsOf('pen')).image).toBe(image);
});

test('a picture of the same size that differs has another address', async () => {
  const folder = await folderWith({});
  const addressOf = async (colour: string) => {
    await writeFile(join(folder, 'pen.jpg'), await makePhoto(90, 60, colour));
    await importPictures(shop.services, folder);
    return (await detailsOf('pen')).image;
  };
  const red = await addressOf('red');
  expect(await addressOf('blue')).not.toBe(red);
  expect(await addressOf('red')).toBe(red);
});

test('a product that is removed meanwhile is named', async () => {
  await shop.sell({ id: 'sponge' });
  const folder = await folderWith({ 'sponge.jpg': 351, 'pen.jpg': 352 });
  let removal: Promise<unknown> | undefined;
  const withRemoval = db.withPlugin({
    transformQuery: ({ node }) => node,
    // Looking for the second picture lasts until the product is removed. Nothing is written before.
    async transformResult({ result }) {
      await removal;
      return result;
    },
  });
  const services = { ...shop.services, db: withRemoval };
  const report = await importPictures(services, folder, {
    onProgress({ step, done }) {
      if (step === 'encoding' && done === 1) removal = takeOut(shop.services, new Set(['sponge']));
    },
  });
  expect(report).toMatchObject({
    changed: 1,
    unchanged: 0,
    problems: [{ about: 'sponge', message: 'was removed meanwhile' }],
    isRefused: false,
  });
});

test('a picture stays when the feed of its product is imported, and goes with the product', async () => {
  await shop.sell({ id: 'brush' });
  await put({ 'brush.jpg': 401 });
  const { image } = await detailsOf('brush');
  await shop.sell({ id: 'brush', name: 'Another brush' });
  expect(await detailsOf('brush')).toMatchObject({ name: 'Another brush', image });
  await takeOut(shop.services, new Set(['brush']));
  expect((await shop.call('GET', image)).statusCode).toBe(404);
  await expectSound();
});

test('each problem is one sentence, and nothing is changed unless problems are skipped', async () => {
  await shop.sell({ id: 'cup' });
  const files = {
    'cup.jpg': 501,
    'cup.png': 502,
    'nobody.jpg': 503,
    'lamp.jpg': 'a text',
    ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`été-${n}.jpg`, 510 + n])),
  };
  const before = await storedFiles();
  const { problems, ...refused } = await put(files);
  expect(refused).toEqual({ files: 13, passedOver: [], changed: 0, unchanged: 0, isRefused: true });
  expect(problems.map(({ about, message }) => `${about} ${message}`).toSorted()).toEqual([
    '"été" has 9 files: at most 8',
    'cup.png is the same picture of "cup" as cup.jpg',
    'lamp.jpg is no picture that can be read: save it as JPEG, PNG, WebP, AVIF or GIF',
    'nobody.jpg is of no product: there is none "nobody"',
  ]);
  expect(await storedFiles()).toBe(before);
  const lamp = await widthsOf('lamp');
  expect(await put(files, { skipInvalid: true })).toMatchObject({ changed: 1, isRefused: false });
  expect(await widthsOf('cup')).toEqual([501]);
  expect(await widthsOf('lamp')).toEqual(lamp);
});

test('what fails after the first product says how far it came, and the rest follows', async () => {
  const folder = await folderWith({ 'lamp.jpg': 601, 'pen.jpg': 602 });
  const stop = new AbortController();
  const onProgress = ({ step }: { step: string }) => {
    if (step === 'writing') stop.abort(new Error('Stopped'));
  };
  const { signal } = stop;
  const error = await importPictures(shop.services, folder, { signal, onProgress }).catch((e) => e);
  expect(error).toMatchObject({
    outcome: 'part',
    message: '1 product has its new pictures. The same command does the rest.',
    cause: signal.reason,
  });
  expect(await importPictures(shop.services, folder)).toMatchObject({ changed: 1, unchanged: 1 });
});

test('a pipe, a folder and what is too large are not read', async () => {
  const folder = await folderWith({});
  await mkdir(join(folder, 'lamp.jpg'));
  await writeFile(join(folder, 'pen.jpg'), Buffer.alloc(31 * 1024 * 1024));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { problems } = await importPictures(shop.services, folder);
  expect(problems).toEqual([{ about: 'pen.jpg', message: 'has 31 MB: at most 30' }]);
  const missing = importPictures(shop.services, join(root, 'nothing'));
  await expect(missing).rejects.toThrow(/nothing does not exist\.$/);
});

test('the names of files tell the sizes that a page may ask for', async () => {
  await put({ 'pen.jpg': 80 });
  const { image } = await detailsOf('pen');
  const name = image.split('/')[2];
  expect(picturePath(name)).toBe(image);
  expect((await shop.call('GET', pictureFilePath(name, 60, 'avif'))).headers['content-type']).toBe(
    'image/avif',
  );
});

test('a feed for Google names the picture that shoppers see', async () => {
  await put({ 'pen.jpg': 81 });
  const output = new PassThrough();
  const written = text(output);
  await exportToOutput(shop.services, output, {
    format: 'google-tsv',
    origin: 'https://shop.example',
  });
  output.end();
  const { image } = await detailsOf('pen');
  expect(await written).toContain(`\thttps://shop.example${image}\t`);
});

test('the same bytes under several names are encoded once', async () => {
  const run = vi.spyOn(PictureWorker.prototype, 'run');
  onTestFinished(() => run.mockRestore());
  await put({ 'lamp.jpg': 77, 'pen.jpg': 77 });
  expect(run).toHaveBeenCalledTimes(1);
  expect(await widthsOf('pen')).toEqual(await widthsOf('lamp'));
});
