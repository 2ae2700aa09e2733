import type { Facets, Listing } from '../../contract/listing.ts';
import type { ProductPage } from '../../contract/pages.ts';
import { listProducts } from '../catalogue/store.ts';
import type { AppServices } from '../http/services.ts';
import { VersionedCache } from '../http/versioned-cache.ts';
import { searchWords, type Term } from './rules.ts';
import { findByTerms, readVocabulary } from './store.ts';
import { Vocabulary } from './vocabulary.ts';

/** @throws Refusal CURSOR_INVALID */
export type FindProducts = (listing: Listing, limit: number) => Promise<ProductPage>;
export type FindFacets = (listing: Listing) => Promise<Facets>;

/**
 * What the search box shows: what the text finds, best first, or the whole catalogue where it is
 * blank. Words that the catalogue doesn't have are taken for the nearest ones that it has.
 */
export function createSearch({
  db,
  catalogueVersion,
}: Pick<AppServices, 'db' | 'catalogueVersion'>): FindProducts {
  const vocabularies = new VersionedCache<Vocabulary>(1);
  const readWords = async () => new Vocabulary(await readVocabulary(db));
  return async ({ text, exact, cursor }, limit) => {
    const page = { limit, cursor: cursor || undefined };
    if (text.trim() === '') return listProducts(db, page);
    const words = searchWords(text);
    const vocabulary = await vocabularies.get(await catalogueVersion(), '', readWords);
    const corrected = exact ? words : words.flatMap((word) => vocabulary.correct(word));
    const found = await findByTerms(db, termsOf(corrected, vocabulary), page);
    const isSame =
      corrected.length === words.length && corrected.every((word, i) => word === words[i]);
    return isSame ? found : { ...found, correctedTo: vocabulary.write(corrected) };
  };
}

/** What to look for: words that are one compound in a term of their own. */
function termsOf(words: readonly string[], vocabulary: Vocabulary): Term[] {
  const terms: Term[] = [];
  for (let i = 0; i < words.length; i++) {
    const [word = '', next] = [words[i], words[i + 1]];
    if (next !== undefined && vocabulary.has(word + next)) {
      terms.push([[word, next], [word + next]]);
      i++;
    } else {
      terms.push([[word]]);
    }
  }
  return terms;
}
