/** A shop whose catalogue comes from feeds, and the lists that it shows. */
import type { Product } from '../../../contract/catalogue.ts';
import { openTestFeeds, toJsonLines } from '../../operations/feeds/feeds.testing.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { openTestShop, type TestShop } from '../../testing/test-shop.ts';

export interface SellingShop extends TestShop {
  /** Imports these records of a feed. */
  import(records: readonly Record<string, unknown>[]): Promise<void>;
  /** The ids of the products at this address, which may be an empty list with status 404. */
  idsAt(url: string): Promise<string[]>;
  /** Goes from page to page by the Link header, as any client would. @returns the ids of each page */
  follow(url: string): Promise<string[][]>;
}

/** @param records if given, they replace the demo catalogue, and searches find them */
export async function openSellingShop(
  records?: readonly Record<string, unknown>[],
): Promise<SellingShop> {
  const shop = await openTestShop();
  const feeds = await openTestFeeds();
  const importRecords: SellingShop['import'] = async (some) => {
    await importFile(shop.services, await feeds.write('a.jsonl', toJsonLines(some)));
  };
  const read = async (url: string) => {
    const reply = await shop.call('GET', url);
    const products: Product[] = reply.json();
    if (reply.statusCode !== 200 && !(reply.statusCode === 404 && products.length === 0)) {
      throw new Error(`${url} is answered with ${reply.statusCode}`);
    }
    const next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link))?.[1];
    return { ids: products.map(({ _id }) => _id), next };
  };
  if (records !== undefined) {
    await shop.services.db.deleteFrom('products').execute();
    await importRecords(records);
    await shop.untilReady();
  }
  return {
    ...shop,
    import: importRecords,
    idsAt: async (url) => (await read(url)).ids,
    async follow(url) {
      const pages: string[][] = [];
      for (let next: string | undefined = url; next !== undefined; ) {
        const page = await read(next);
        pages.push(page.ids);
        next = page.next;
      }
      return pages;
    },
  };
}
