/** Products whose texts, numbers and categories make every rule of the order of relevance matter. */
import fc from 'fast-check';
import { type IndexedProduct, SEGMENT_SIZE } from './index.ts';

// `40` is a prefix of the number `405`, and `to` is a stop word.
export const WORDS = 'lamp lamps table tablet red oak to x9 40 405 garden ant c0'.split(' ');
export const CATEGORIES = ['Lamps', 'Tables', 'Red things', 'Garden'];
const PRODUCTS = 800;

const word = fc.constantFrom(...WORDS);
export const words = (maxLength: number) =>
  fc.array(word, { minLength: 1, maxLength }).map((some) => some.join(' '));
const product = fc.record({
  name: words(4),
  category: fc.constantFrom(...CATEGORIES),
  categories: fc.constantFrom('', 'Garden > Lamps'),
  brand: fc.constantFrom('', 'Oak', 'Tablet Red'),
  description: words(5),
  popularity: fc.constantFrom(0, 10, 1_000),
  cost_cents: fc.integer({ min: 100, max: 9_900 }),
  rating_halves: fc.integer({ min: 0, max: 10 }),
});
/** Many products with the same terms in a different order. */
const gardenLamp = fc.record({
  name: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('garden oak lamp', 'lamp garden x9') },
    { weight: 1, arbitrary: fc.constantFrom('red garden lamp', 'garden lamp to') },
  ),
  category: fc.constant('Lamps'),
  categories: fc.constant('Garden > Lamps'),
  brand: fc.constant(''),
  description: fc.constant(''),
  popularity: fc.constantFrom(0, 10, 1_000),
  cost_cents: fc.integer({ min: 100, max: 9_900 }),
  rating_halves: fc.integer({ min: 0, max: 10 }),
});
/** More equal products than fit on a page, and a slightly better rated one in the next segment. */
const masts = Array.from({ length: 400 }, (_, index) => ({
  name: 'tall mast',
  category: 'Ships',
  categories: '',
  brand: index < 399 ? '' : 'Oak',
  description: '',
  popularity: 10,
  cost_cents: 100,
  rating_halves: index < 399 ? 5 : 6,
  position: index < 399 ? 5 * SEGMENT_SIZE + index : 6 * SEGMENT_SIZE,
}));
// The products are spread over several segments, with gaps between their positions.
export const products: IndexedProduct[] = [
  ...fc
    .sample(fc.oneof(product, gardenLamp), { numRuns: PRODUCTS, seed: 7 })
    .map((made, index) => ({
      ...made,
      position: 1 + Math.floor((index * 5 * SEGMENT_SIZE) / PRODUCTS),
    })),
  ...masts,
].map((made) => ({ ...made, id: '', represents: 1, options: '' }));
