/** Searches the ranked products by comparing every one of them, in the simplest way. */
import {
  CATEGORY_BONUS,
  COMPLETION_PART,
  EXACT_BONUS,
  MODEL_BONUS,
  PAIR_BONUS,
  POPULARITY_BONUS,
} from './analysis/constants.ts';
import { headsOfCategory, headsOfName, splitName } from './analysis/head-nouns.ts';
import { tokenize } from './analysis/tokenize.ts';
import {
  type FieldName,
  IMPACT_MAX,
  impactOf,
  occurrenceWeight,
  rarityOf,
  WEIGHT_MAX,
  weightOf,
} from './analysis/weights.ts';
import type { IndexedProduct, SearchRequest } from './index.ts';
import { products } from './ranked-products.testing.ts';

/** The impact of each word of a product, computed in the simplest way. */
function impactsOf(product: IndexedProduct): Map<string, number> {
  const parts = splitName(product.name);
  const fields: [FieldName, string[]][] = [
    ['name', tokenize(parts.main)],
    ['complement', tokenize(parts.complement)],
    ['category', tokenize(product.categories || product.category)],
    ['brand', tokenize(product.brand)],
  ];
  const weightIn = (field: FieldName, terms: readonly string[], word: string) =>
    terms.includes(word) ? occurrenceWeight(field, terms.length) : 0;
  const heads = {
    name: headsOfName(parts, product.brand, tokenize),
    category: headsOfCategory(product.category, tokenize),
  };
  const description = tokenize(product.description);
  const words = new Set([
    ...fields.flatMap(([, terms]) => terms),
    ...heads.name,
    ...heads.category,
    ...description,
  ]);
  return new Map(
    [...words].map((word = '') => {
      const best = Math.max(...fields.map(([field, terms]) => weightIn(field, terms, word)));
      const ofHeads =
        (heads.name.includes(word) ? occurrenceWeight('head', 1) : 0) +
        weightIn('categoryHead', heads.category, word);
      return [
        word,
        impactOf(
          best +
            ofHeads +
            description.filter((term) => term === word).length *
              occurrenceWeight('description', description.length),
        ),
      ];
    }),
  );
}
const impacts = new Map(products.map((product) => [product, impactsOf(product)]));

/** Words of products that begin with a typed word are found if it is the last one, or long and no number. */
function isPrefix(typed: readonly string[], index: number): boolean {
  const wanted = typed[index] ?? '';
  return index === typed.length - 1 || (wanted.length >= 3 && !/^\p{N}+$/u.test(wanted));
}

/** The impact of a typed word on a product. */
function impactOn(product: IndexedProduct, typed: readonly string[], index: number): number {
  const wanted = typed[index] ?? '';
  const mayBegin = isPrefix(typed, index);
  let best = 0;
  for (const [word, impact] of impacts.get(product) ?? []) {
    if (word === wanted) best = Math.max(best, impact);
    else if (mayBegin && word.startsWith(wanted))
      best = Math.max(best, Math.floor(impact * COMPLETION_PART));
  }
  return best;
}

/** The rarity of a typed word. A product counts once for each completion of the word that it has. */
function rarityIn(typed: readonly string[], index: number): number {
  const isStop = typed[index] === 'to' && index < typed.length - 1;
  if (isStop && typed.some((word) => word !== 'to')) return 0;
  const wanted = typed[index] ?? '';
  const mayBegin = isPrefix(typed, index);
  let postings = 0;
  for (const each of impacts.values()) {
    for (const word of each.keys()) {
      if (word === wanted || (mayBegin && word.startsWith(wanted))) postings++;
    }
  }
  return rarityOf(postings, products.length);
}

/** The bonus of a category that is asked for at the end of the query, or before a number or a stop word. */
function categoryBonusOf(
  { category }: IndexedProduct,
  typed: readonly string[],
  rarities: readonly number[],
): number {
  const words = tokenize(category);
  const start = typed.findIndex(
    (_, at) => typed.slice(at, at + words.length).join() === words.join(),
  );
  if (start === -1) return 0;
  const end = start + words.length;
  const next = typed[end] ?? '0';
  if (!/\d/.test(next) && rarities[end] !== 0) return 0;
  const sum = rarities.slice(start, end).reduce((one, other) => one + other, 0);
  return Math.round(CATEGORY_BONUS * IMPACT_MAX * sum);
}

function rankOf(product: IndexedProduct, typed: readonly string[], rarities: readonly number[]) {
  const name = tokenize(product.name);
  let score = 0;
  for (const [index, word] of typed.entries()) {
    const impact = impactOn(product, typed, index);
    const rarity = rarities[index] ?? 0;
    if (impact === 0 && rarity !== 0) return undefined;
    score += impact * rarity;
    const next = typed[index + 1] ?? '';
    const isPair = name.some((each, at) => each === word && name[at + 1] === next);
    const isModel = !/\d/.test(word) && /\d/.test(next);
    if (isPair) {
      const bonus = isModel ? MODEL_BONUS : PAIR_BONUS;
      score += Math.round((bonus * IMPACT_MAX * (rarity + (rarities[index + 1] ?? 0))) / 2);
    }
  }
  score += categoryBonusOf(product, typed, rarities);
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const popularityMax = Math.round(IMPACT_MAX * total * POPULARITY_BONUS);
  if (name.join() === typed.join()) score += Math.round(EXACT_BONUS * IMPACT_MAX * total);
  return [-score - Math.round((popularityMax * weightOf(product)) / WEIGHT_MAX)];
}

const known = new Map<string, number[]>();
function raritiesOf(typed: readonly string[]): number[] {
  const rarities = known.get(typed.join()) ?? typed.map((_, index) => rarityIn(typed, index));
  known.set(typed.join(), rarities);
  return rarities;
}

/** The sort key of a product; undefined if the search does not find it. */
export function keyOf(
  product: IndexedProduct,
  { text, sort, filters }: SearchRequest,
): number[] | undefined {
  const typed = tokenize(text);
  const rank = rankOf(product, typed, raritiesOf(typed));
  if (rank === undefined) return undefined;
  const { category = product.category, minCents = 0, maxCents = 100_000, minHalves = 0 } = filters;
  if (product.category !== category) return undefined;
  if (product.cost_cents < minCents || product.cost_cents > maxCents) return undefined;
  if (product.rating_halves < minHalves) return undefined;
  switch (sort) {
    case 'price':
      return [product.cost_cents];
    case 'price-desc':
      return [-product.cost_cents];
    case 'rating':
      return [-product.rating_halves, -weightOf(product)];
    default:
      return rank;
  }
}

/** The positions that a search finds among the products on sale, in their order. */
export function expected(
  request: SearchRequest,
  isOnSale: (product: IndexedProduct) => boolean = () => true,
): number[] {
  return products
    .filter(isOnSale)
    .flatMap((product) => {
      const key = keyOf(product, request);
      return key ? [{ position: product.position, key: [...key, product.position] }] : [];
    })
    .sort((one, other) => {
      const differing = one.key.findIndex((part, index) => part !== other.key[index]);
      return (one.key[differing] ?? 0) - (other.key[differing] ?? 0);
    })
    .map(({ position }) => position);
}
