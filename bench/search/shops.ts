/** Reads the products of invented shops; shops.txt describes the syntax. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FeedProduct } from '../../server/testing/generated-catalogue.ts';

export function readShops(name: string): FeedProduct[] {
  return parseShops(readFileSync(resolve(import.meta.dirname, `${name}.txt`), 'utf8'));
}

/** All products are equally popular. */
export function parseShops(text: string): FeedProduct[] {
  let categories: string[] = [];
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) categories = line.slice(3).split(' > ');
    if (line === '' || line.startsWith('#')) return [];
    return expand(line).map((product) => {
      const [brand = '', name = '', description = ''] = product.split(' | ');
      return {
        brand,
        name,
        description,
        categories,
        image: '/shop.webp',
        price: 10,
        popularity: 0,
      };
    });
  });
}

/** Creates the products of a line. The first one has the first alternative of each list, and so on. */
function expand(line: string): string[] {
  const lists = Array.from(line.matchAll(/\{(.*?)\}/g), ([, list = '']) => list.split('|'));
  const products = Math.max(1, ...lists.map(({ length }) => length));
  return Array.from({ length: products }, (_, index) =>
    line.replaceAll(/\{(.*?)\}/g, (_, list: string) => {
      const alternatives = list.split('|');
      return alternatives[index % alternatives.length] ?? '';
    }),
  );
}
