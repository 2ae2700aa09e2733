/** The shop's search over a new database with the imported products. */
import { randomUUIDv7 } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wholeCatalogue } from '../../contract/listing.ts';
import { temporaryFolder } from '../../scripts/children.ts';
import { importFile } from '../../server/operations/feeds/import.ts';
import { openVersion } from '../../server/shop/catalogue/version.ts';
import { Search } from '../../server/shop/search/search.ts';
import { type EngineName, openDatabase } from '../database.ts';
import type { OpenEngine } from './compare-engines.ts';
import { DEPTH } from './metrics.ts';

export function openQKart(engine: EngineName): OpenEngine {
  return async (products) => {
    const { storage } = await openDatabase(engine);
    const version = openVersion(storage.db);
    const { db } = storage;
    const services = { db, now: Date.now, newId: () => randomUUIDv7() };
    const file = join(temporaryFolder(), 'products.jsonl');
    const toLine = (product: object, id: number) => JSON.stringify({ ...product, _id: String(id) });
    await writeFile(file, products.map(toLine).join('\n'));
    const { refused, problems } = await importFile(services, file);
    if (refused) throw new Error(`The products were refused: ${JSON.stringify(problems[0])}`);

    const openSearch = () => new Search({ db, catalogueVersion: version.current });
    let search = openSearch();
    await search.refresh();
    return {
      async search(text) {
        const page = await search.find({ ...wholeCatalogue, text }, DEPTH);
        return page.products.map(({ _id }) => Number(_id));
      },
      async clearCaches() {
        search = openSearch();
        await search.refresh();
      },
      async close() {
        await version.close();
        await storage.close();
      },
    };
  };
}
