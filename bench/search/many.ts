/** As many products as one likes, made of the real ones: for measuring with catalogues that are large. */
import type { ProductRow } from '../../server/storage/schema.ts';
import type { FeedProduct } from './feed.ts';

/** Invented words that names get besides their own: a large catalogue has many that few products have. */
const INVENTED_WORDS = 50_000;
const SYLLABLES = ['ba', 'dor', 'fen', 'gi', 'kal', 'lu', 'mer', 'no', 'pis', 'ra', 'sel', 'tu'];
/** The most frequent words: each is in one of eight names. */
export const COLOURS = ['Black', 'White', 'Silver', 'Blue', 'Red', 'Green', 'Gold', 'Gray'];

/** Departments of a shop of this size: one has the real products, the others such with words of their own. */
const DEPARTMENTS = 8;

/**
 * The same for the same products and count. Each is one of the real ones with an invented series, a
 * model number of its own, another colour, price, rating and popularity; in all departments but one,
 * its words are others, too.
 */
export function* makeMany(products: readonly FeedProduct[], count: number): Generator<ProductRow> {
  const random = randomFrom(1);
  for (let position = 1; position <= count; position++) {
    const product = inDepartment(
      position % DEPARTMENTS,
      products[Math.floor(position / DEPARTMENTS) % products.length] as FeedProduct,
    );
    const number = Math.floor(random() * 36 ** 4)
      .toString(36)
      .toUpperCase();
    const colour = COLOURS[Math.floor(random() * COLOURS.length)];
    yield {
      position,
      id: String(position),
      name: `${product.name} ${inventedWord(random)} ${number}-${position % 100} - ${colour}`,
      category: product.categories.at(-1) ?? '',
      categories: product.categories.join(' > '),
      brand: product.brand,
      description: product.description,
      popularity: Math.floor(product.popularity * random()),
      cost_cents: Math.max(100, Math.round(product.price * 100 * (0.5 + random()))),
      rating_halves: Math.floor(random() * 11),
      image: `/pictures/${position}.webp`,
      stock: null,
      active: 1,
      updated_at: 0,
    };
  }
}

function inDepartment(department: number, product: FeedProduct): FeedProduct {
  if (department === 0) return product;
  const change = (text: string) =>
    text.replace(/[A-Za-z]{4,}/g, (word) => `${SYLLABLES[department]}${word.toLowerCase()}`);
  return {
    ...product,
    name: change(product.name),
    categories: product.categories.map(change),
    description: change(product.description),
  };
}

/** Few of them often, most of them seldom, as words are. */
function inventedWord(random: () => number): string {
  let rest = Math.floor(INVENTED_WORDS ** random());
  let word = '';
  do {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return `${word[0]?.toUpperCase()}${word.slice(1)}tron`;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
