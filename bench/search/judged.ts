/** The judged queries, and whether the judgements fit the products that they are about. */
import type { FeedProduct } from './feed.ts';
import { attributes } from './judged/attributes.ts';
import { brandAndType } from './judged/brand-and-type.ts';
import { nonsense } from './judged/nonsense.ts';
import { plain } from './judged/plain.ts';
import { plural } from './judged/plural.ts';
import { prefix } from './judged/prefix.ts';
import { typo } from './judged/typo.ts';
import type { JudgedQuery, Kind } from './judgements.ts';

const judged: readonly JudgedQuery[] = [
  ...plain,
  ...plural,
  ...typo,
  ...prefix,
  ...brandAndType,
  ...attributes,
  ...nonsense,
];

export interface Question {
  query: string;
  kind: Kind;
  /** Places in the feed; none for nonsense. */
  relevant: ReadonlySet<number>;
}

/** @throws Error where a judgement says nothing about these products: they, or it, are wrong then */
export function judge(products: readonly FeedProduct[]): Question[] {
  return judged.map(({ query, kind, relevant }) => {
    const places = new Set(
      products.keys().filter((place) => relevant(products[place] as FeedProduct)),
    );
    if ((places.size === 0) !== (kind === 'nonsense') || places.size === products.length) {
      throw new Error(`The judgement of '${query}' calls ${places.size} products relevant.`);
    }
    return { query, kind, relevant: places };
  });
}
