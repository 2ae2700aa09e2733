/** Own pictures of products, imported into a shop of the tests' own. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Product } from '../contract/catalogue.ts';
import { paths } from '../contract/paths.ts';
import { importProducts } from './feed.ts';
import type { Shop } from './serve.ts';
import { card, expect, open, ownShopTest } from './shop.ts';

async function importPictures(shop: Shop, pictures: Record<string, Buffer>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-pictures-'));
  for (const [name, bytes] of Object.entries(pictures)) await writeFile(join(folder, name), bytes);
  await shop.qkart('pictures', 'import', folder);
  await rm(folder, { recursive: true });
}

const fill = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } });

/** A red product in the middle of a background. */
const cutOut = async (background: string) =>
  fill(600, 600, background)
    .composite([{ input: await fill(200, 100, '#a22').png().toBuffer() }])
    .png()
    .toBuffer();

const product = (id: string) => ({
  _id: id,
  name: `Picture ${id}`,
  category: 'Pictures',
  cost: 10,
});

ownShopTest(
  'a card loads the size that it needs; a photograph fills its tile, and a cut-out keeps a margin @core',
  async ({ page, ownShop }) => {
    await importProducts(ownShop, ['photo', 'white', 'clear'].map(product));
    await importPictures(ownShop, {
      'photo.jpg': await fill(1_500, 1_200, '#a22').jpeg().toBuffer(),
      'white.png': await cutOut('white'),
      'clear.png': await cutOut('transparent'),
    });
    const imagesOf = async (query: string) => {
      const reply = await page.request.get(`${paths.products}?${query}`);
      return ((await reply.json()) as Product[]).map(({ image }) => image).toSorted();
    };
    // Products that are asked for by their ids are as of now, those of a category once the index has followed.
    const images = await imagesOf('ids=photo,white,clear');
    await expect.poll(() => imagesOf('category=Pictures')).toEqual(images);
    await open(page, '/?category=Pictures');
    const pictureOf = (id: string) => card(page, `Picture ${id}`).locator('img');
    const measure = (id: string) =>
      pictureOf(id).evaluate((img: HTMLImageElement) => {
        const tile = img.closest('div')?.getBoundingClientRect() ?? new DOMRect();
        const box = img.getBoundingClientRect();
        const percent = (length: number) => Math.round((length / tile.width) * 100);
        return {
          source: new URL(img.currentSrc).pathname,
          place: [box.x - tile.x, box.y - tile.y, box.width, box.height].map(percent),
          fit: getComputedStyle(img).objectFit,
        };
      });
    await expect(pictureOf('photo')).toHaveJSProperty('complete', true);
    const photo = await measure('photo');
    expect(photo.source).toMatch(/-1400x1120-photo\/(320|640)\.avif$/);
    expect(photo).toMatchObject({ place: [0, 0, 100, 125], fit: 'cover' });
    for (const id of ['white', 'clear']) {
      expect(await measure(id)).toMatchObject({ place: [14, 17, 72, 90], fit: 'contain' });
    }
  },
);
