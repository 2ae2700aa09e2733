/** The shop's own search, over a new shop that the products are imported into. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeCatalogue } from '../../../contract/listing.ts';
import { importFile } from '../../../server/feeds/import.ts';
import { Search } from '../../../server/search/search.ts';
import type { AppServices } from '../../../server/services.ts';
import type { FeedProduct } from '../feed.ts';
import { DEPTH } from '../metrics.ts';
import { type MeasuredShop, openOnPostgres, openOnSqlite } from '../shops.ts';
import type { Engine, OpenEngine } from './engine.ts';

export const openQKart: OpenEngine = async (products) =>
  openEngine('QKart', await openOnSqlite(), products);

export const openQKartOnPostgres: OpenEngine = async (products) =>
  openEngine('QKart on PostgreSQL', await openOnPostgres(), products);

async function openEngine(
  name: string,
  { services, close }: MeasuredShop,
  products: readonly FeedProduct[],
): Promise<Engine> {
  await fill(services, products);
  let search = new Search(services);
  await search.refresh();
  return {
    name,
    search: (text) => places(search, text),
    async forget() {
      search = new Search(services);
      // Makes the index, which is a catalogue's, not a query's.
      await search.refresh();
    },
    close,
  };
}
/** Ids that say the place in the feed, so that hits can be told from each other by it. */
async function fill(services: AppServices, products: readonly FeedProduct[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-evaluate-'));
  try {
    const file = join(folder, 'products.jsonl');
    const lines = products.map((product, place) =>
      JSON.stringify({ ...product, _id: String(place) }),
    );
    await writeFile(file, lines.join('\n'));
    const { refused, problems } = await importFile(services, file);
    if (refused) throw new Error(`The products were refused: ${JSON.stringify(problems[0])}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function places(search: Search, text: string): Promise<number[]> {
  const { products } = await search.find({ ...wholeCatalogue, text }, DEPTH);
  return products.map(({ _id }) => Number(_id));
}
