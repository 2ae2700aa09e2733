/** Facet counts: the number of products of a listing that each further filter would match. */
import type { Facets } from '../../../contract/catalogue.ts';
import { FacetCounts, increment } from '../facet-counts.ts';
import type { Segment } from '../index/segment.ts';
import { type Filters, filtersOfSegment } from './filters.ts';
import type { Found } from './matching.ts';

/**
 * Counts each facet with all filters but its own. Categories, for example, are counted within the chosen prices
 * and ratings, whatever category is chosen.
 */
export function countFacets(
  found: Iterable<Found>,
  segments: readonly Segment[],
  filters: Filters | undefined,
): Facets {
  const counts = new FacetCounts();
  // The chosen category is listed even if it matches no product.
  const chosen = filters?.category ?? '';
  if (chosen !== '' && segments.some(({ categoryNames }) => categoryNames.includes(chosen))) {
    counts.addCategory(chosen, 0);
  }
  for (const { segment, docs } of found) {
    const { costsInCents, ratingsInHalves, categories, categoryNames } = segment;
    const passes = filtersOfSegment(segment, filters);
    const byCategory = new Uint32Array(categoryNames.length);
    for (const doc of docs) {
      if (!passes.group(doc)) continue;
      const hasCategory = passes.category(doc);
      const hasCost = passes.cost(doc);
      const hasRating = passes.rating(doc);
      if (hasCategory && hasCost && hasRating) counts.products++;
      if (hasCost && hasRating) increment(byCategory, categories[doc] as number);
      if (hasCategory && hasCost) increment(counts.byHalves, ratingsInHalves[doc] as number);
      if (hasCategory && hasRating) counts.addCost(costsInCents[doc] as number);
    }
    for (const [index, name] of categoryNames.entries()) {
      if (byCategory[index] !== 0) counts.addCategory(name, byCategory[index] as number);
    }
  }
  return counts.toFacets(chosen);
}
