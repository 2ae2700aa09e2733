/** Searches the ranked products by comparing every one of them, in the simplest way. */
import type { Listing } from '../../../contract/listing.ts';
import { tokenize, tokenizeWithCompounds } from '../../../contract/tokenize.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { headsOfCategory, headsOfName, splitName } from '../../search-engine/analysis/fields.ts';
import {
  CATEGORY_BONUS,
  COMPLETION_PART,
  type FieldName,
  IMPACT_MAX,
  impactOf,
  MODEL_BONUS,
  occurrenceWeight,
  PAIR_BONUS,
  POPULARITY_BONUS,
  rarityOf,
  STOP_WORD_RARITY,
  WEIGHT_MAX,
  weightOf,
} from '../../search-engine/weights.ts';
import { rows } from './ranked-products.testing.ts';

/** The impact of each word of a product, computed in the simplest way. */
function impactsOf(row: ProductRow): Map<string, number> {
  const parts = splitName(row.name);
  const fields: [FieldName, string[]][] = [
    ['name', tokenizeWithCompounds(parts.main)],
    ['complement', tokenizeWithCompounds(parts.complement)],
    ['category', tokenizeWithCompounds(row.categories || row.category)],
    ['brand', tokenizeWithCompounds(row.brand)],
  ];
  const weightIn = (field: FieldName, terms: readonly string[], word: string) =>
    terms.includes(word) ? occurrenceWeight(field, terms.length) : 0;
  const heads = {
    name: headsOfName(parts, row.brand, tokenize),
    category: headsOfCategory(row.category, tokenize),
  };
  const description = tokenizeWithCompounds(row.description);
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
const impacts = new Map(rows.map((row) => [row, impactsOf(row)]));

/** Words of products that begin with a typed word are found if it is the last one, or long and no number. */
function isPrefix(typed: readonly string[], index: number): boolean {
  const wanted = typed[index] ?? '';
  return index === typed.length - 1 || (wanted.length >= 3 && !/^\p{N}+$/u.test(wanted));
}

/** The impact of a typed word on a product. */
function impactOn(row: ProductRow, typed: readonly string[], index: number): number {
  const wanted = typed[index] ?? '';
  const mayBegin = isPrefix(typed, index);
  let best = 0;
  for (const [word, impact] of impacts.get(row) ?? []) {
    if (word === wanted) best = Math.max(best, impact);
    else if (mayBegin && word.startsWith(wanted))
      best = Math.max(best, Math.floor(impact * COMPLETION_PART));
  }
  return best;
}

/** The rarity of a typed word. A product counts once for each completion of the word that it has. */
function rarityIn(typed: readonly string[], index: number): number {
  const isStop = typed[index] === 'to' && index < typed.length - 1;
  if (isStop && typed.some((word) => word !== 'to')) return STOP_WORD_RARITY;
  const wanted = typed[index] ?? '';
  const mayBegin = isPrefix(typed, index);
  let postings = 0;
  for (const each of impacts.values()) {
    for (const word of each.keys()) {
      if (word === wanted || (mayBegin && word.startsWith(wanted))) postings++;
    }
  }
  return rarityOf(postings, rows.length);
}

/** The bonus of a category that is asked for at the end of the query, or before a number or a stop word. */
function categoryBonusOf(
  { category }: ProductRow,
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
  if (!/\d/.test(next) && rarities[end] !== STOP_WORD_RARITY) return 0;
  const sum = rarities.slice(start, end).reduce((one, other) => one + other, 0);
  return Math.round(CATEGORY_BONUS * IMPACT_MAX * sum);
}

function rankOf(row: ProductRow, typed: readonly string[], rarities: readonly number[]) {
  const name = tokenize(row.name);
  let score = 0;
  for (const [index, word] of typed.entries()) {
    const impact = impactOn(row, typed, index);
    const rarity = rarities[index] ?? 0;
    if (impact === 0 && rarity !== STOP_WORD_RARITY) return undefined;
    if (rarity !== STOP_WORD_RARITY) score += impact * rarity;
    const next = typed[index + 1] ?? '';
    const isPair = name.some((each, at) => each === word && name[at + 1] === next);
    const isModel = !/\d/.test(word) && /\d/.test(next);
    if (isPair) {
      const bonus = isModel ? MODEL_BONUS : PAIR_BONUS;
      score += Math.round((bonus * IMPACT_MAX * (rarity + (rarities[index + 1] ?? 0))) / 2);
    }
  }
  score += categoryBonusOf(row, typed, rarities);
  const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const popularityMax = Math.round(IMPACT_MAX * total * POPULARITY_BONUS);
  return [-score - Math.round((popularityMax * weightOf(row)) / WEIGHT_MAX)];
}

const known = new Map<string, number[]>();
function raritiesOf(typed: readonly string[]): number[] {
  const rarities = known.get(typed.join()) ?? typed.map((_, index) => rarityIn(typed, index));
  known.set(typed.join(), rarities);
  return rarities;
}

/** The sort key of a product; undefined if the listing does not have it. */
export function keyOf(row: ProductRow, listing: Listing): number[] | undefined {
  const typed = tokenize(listing.text);
  const rank = rankOf(row, typed, raritiesOf(typed));
  if (rank === undefined) return undefined;
  if (listing.category !== '' && row.category !== listing.category) return undefined;
  if (row.cost_cents < (listing.minCost ?? 0) * 100) return undefined;
  if (row.cost_cents > (listing.maxCost ?? 1_000) * 100) return undefined;
  if (row.rating_halves < (listing.minRating ?? 0) * 2) return undefined;
  switch (listing.sort) {
    case 'price':
      return [row.cost_cents];
    case 'price-desc':
      return [-row.cost_cents];
    case 'rating':
      return [-row.rating_halves, -weightOf(row)];
    default:
      return rank;
  }
}

/** The ids of a listing, in their order. */
export function expected(listing: Listing): string[] {
  return rows
    .flatMap((row) => {
      const key = row.active === 1 ? keyOf(row, listing) : undefined;
      return key ? [{ id: row.id, key: [...key, row.position] }] : [];
    })
    .sort((one, other) => {
      const differing = one.key.findIndex((part, index) => part !== other.key[index]);
      return (one.key[differing] ?? 0) - (other.key[differing] ?? 0);
    })
    .map(({ id }) => id);
}
