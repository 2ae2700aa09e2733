import type { ProductPage } from '../../contract/pages.ts';
import { listProducts, type PageRequest } from '../catalogue/store.ts';
import type { AppServices } from '../http/services.ts';
import { VersionedCache } from '../http/versioned-cache.ts';
import { searchWords } from './rules.ts';
import { findByWords, readVocabulary } from './store.ts';
import { Vocabulary } from './vocabulary.ts';

/** @throws Refusal CURSOR_INVALID */
export type FindProducts = (text: string, page: PageRequest) => Promise<ProductPage>;

/**
 * What the search box shows: what the text finds, best first, or the whole catalogue where it is
 * blank. Words that the catalogue doesn't have are taken for the nearest ones that it has.
 */
export function createSearch({ db, catalogueVersion }: AppServices): FindProducts {
  const vocabularies = new VersionedCache<Vocabulary>(1);
  const readWords = async () => new Vocabulary(await readVocabulary(db));
  return async (text, page) => {
    if (text.trim() === '') return listProducts(db, page);
    const words = searchWords(text);
    const vocabulary = await vocabularies.get(await catalogueVersion(), '', readWords);
    return findByWords(db, vocabulary.correct(words), page);
  };
}
