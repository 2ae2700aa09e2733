/** The products of the judged searches. Large catalogues are generated from them. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The file is beside the repository, not part of it. */
export const FEED = '../shared/data/electronics.jsonl';
const root = resolve(import.meta.dirname, '../..');
export const feedFile = resolve(root, FEED);

export interface FeedProduct {
  name: string;
  brand: string;
  /** The categories, broad to narrow. */
  categories: string[];
  description: string;
  image: string;
  /** Dollars. */
  price: number;
  popularity: number;
}

/** @param file JSON lines; every engine identifies a product by its index in the file */
export function readFeed(file: string): FeedProduct[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // A test of the import checks the shape of each line.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FeedProduct);
}

/** The catalogue of measured shops: the feed if it exists, or else the demo catalogue. */
export const catalogueFile = existsSync(feedFile) ? feedFile : resolve(root, 'catalogue/demo.json');
