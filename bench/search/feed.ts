/** The products that searches are judged on, and that large catalogues are made of. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Beside the repository, not part of it. */
export const FEED = '../shared/data/electronics.jsonl';
const root = resolve(import.meta.dirname, '../..');
export const feedFile = resolve(root, FEED);

export interface FeedProduct {
  name: string;
  brand: string;
  /** Broad to narrow. */
  categories: string[];
  description: string;
  image: string;
  /** Dollars. */
  price: number;
  popularity: number;
}

/** @param file JSON lines; every engine names a product by its index in them */
export function readFeed(file: string): FeedProduct[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A test of the import checks each line of this file.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FeedProduct);
}

/** For shops: the feed where it exists, otherwise the demo catalogue. */
export const catalogueFile = existsSync(feedFile) ? feedFile : resolve(root, 'catalogue/demo.json');
