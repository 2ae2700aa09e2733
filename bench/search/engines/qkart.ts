/** The shop's own search, over a new shop that the products are imported into. */
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeCatalogue } from '../../../contract/listing.ts';
import { administer, databaseUrl, providePostgres } from '../../../scripts/postgres.ts';
import { importFile } from '../../../server/catalogue/import/import.ts';
import { watchVersion } from '../../../server/catalogue/version.ts';
import type { AppServices } from '../../../server/http/services.ts';
import { Search } from '../../../server/search/search.ts';
import { openStorage, type StorageOptions } from '../../../server/storage/open.ts';
import type { FeedProduct } from '../feed.ts';
import { DEPTH } from '../metrics.ts';
import type { Engine, OpenEngine } from './engine.ts';

export const openQKart: OpenEngine = async (products) => {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-evaluate-'));
  const removeFolder = () => rm(folder, { recursive: true });
  const storage = { dataDir: folder, exclusive: true };
  return openShop({ name: 'QKart', storage, products, cleanUp: removeFolder });
};

export const openQKartOnPostgres: OpenEngine = async (products) => {
  const server = await providePostgres();
  const database = `qkart_evaluate_${randomBytes(8).toString('hex')}`;
  await administer(server.url, `create database ${database}`);
  return openShop({
    name: 'QKart on PostgreSQL',
    storage: { url: databaseUrl(server.url, database) },
    products,
    async cleanUp() {
      await administer(server.url, `drop database ${database} with (force)`);
      await server.stop();
    },
  });
};

interface ShopOptions {
  name: string;
  storage: StorageOptions;
  products: readonly FeedProduct[];
  cleanUp: () => Promise<void>;
}

async function openShop({ name, storage, products, cleanUp }: ShopOptions): Promise<Engine> {
  const opened = await openStorage(storage);
  const version = watchVersion(opened);
  const services: AppServices = {
    db: opened.db,
    now: Date.now,
    newId: () => randomUUIDv7(),
    catalogueVersion: version.current,
  };
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
    async close() {
      await version.close();
      await opened.close();
      await cleanUp();
    },
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
