/** The products that searches are judged on, as their file has them. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Beside the repository, and no part of it. */
export const FEED = '../shared/data/electronics.jsonl';
export const feedFile = resolve(import.meta.dirname, '../..', FEED);
export const demoFile = resolve(import.meta.dirname, '../../catalogue/demo.json');

export interface FeedProduct {
  name: string;
  brand: string;
  /** Broad to narrow. */
  categories: string[];
  description: string;
  /** Dollars. */
  price: number;
  popularity: number;
}

/** JSON lines; a product's place in them is what every engine names it by. */
export function readFeed(file: string): FeedProduct[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  // The file is the one that the import's own test checks line by line.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FeedProduct);
}

/** The real products where they are, else the demo catalogue's, which say less about themselves. */
export function readProducts(): FeedProduct[] {
  if (existsSync(feedFile)) return readFeed(feedFile);
  // The file is part of the shop, and imported by every shop that is empty.
  const demo = JSON.parse(readFileSync(demoFile, 'utf8')) as DemoProduct[];
  return demo.map(({ name, category, cost }) => ({
    name,
    brand: '',
    categories: [category],
    description: '',
    price: cost,
    popularity: 0,
  }));
}

interface DemoProduct {
  name: string;
  category: string;
  /** Dollars. */
  cost: number;
}
