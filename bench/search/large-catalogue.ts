/** Generates catalogues of any size from the real products. The same size gives the same catalogue. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FeedProduct, feedFile, readFeed } from './feed.ts';

/** The most frequent words. Each is in every eighth name. */
export const COLOURS = ['Black', 'White', 'Silver', 'Blue', 'Red', 'Green', 'Gold', 'Gray'];
/** One department has the real products. Each other one has the same products in another vocabulary. */
const DEPARTMENT_PREFIXES = ['', 'dor', 'fen', 'gi', 'kal', 'lu', 'mer', 'no'];
/** Invented words make the vocabulary as large as that of a large shop. A few are frequent, most are rare. */
const INVENTED_WORDS = 50_000;

/** Writes a file that `qkart catalogue import` reads. */
export async function writeCatalogue(file: string, count: number): Promise<void> {
  await pipeline(Readable.from(lines(readFeed(feedFile), count)), createWriteStream(file));
}

/** A word that only the name of the nth product has. */
export function modelNumber(n: number): string {
  return `M${n.toString(36).toUpperCase()}`;
}

function* lines(products: readonly FeedProduct[], count: number): Generator<string> {
  // This is a linear congruential generator of numbers from 0 to 1, with the constants of C.
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
  const pick = <T>(values: readonly T[], index: number) => values[index % values.length] as T;
  for (let n = 1; n <= count; n++) {
    const product = pick(products, Math.floor(n / DEPARTMENT_PREFIXES.length));
    const prefix = pick(DEPARTMENT_PREFIXES, n);
    const translate = (text: string) =>
      prefix === '' ? text : text.replace(/[A-Za-z]{4,}/g, (word) => prefix + word.toLowerCase());
    const invented = `w${Math.floor(INVENTED_WORDS ** random()).toString(36)}tron`;
    const colour = pick(COLOURS, Math.floor(random() * COLOURS.length));
    yield `${JSON.stringify({
      _id: String(n),
      name: `${translate(product.name).slice(0, 160)} ${invented} ${modelNumber(n)} - ${colour}`,
      brand: product.brand,
      categories: product.categories.map(translate),
      description: translate(product.description),
      popularity: Math.floor(product.popularity * random()),
      cost: Math.max(100, Math.round(product.price * 100 * (0.5 + random()))) / 100,
      rating: Math.floor(random() * 11) / 2,
      image: '/pictures/1f3a7.webp',
    })}\n`;
  }
}
