/** The products of a page, and how they can be narrowed. */
import { LIST_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Listing } from '../../../contract/listing.ts';
import { Refusal } from '../../../contract/refusals.ts';
import type { Search } from '../search/search.ts';
import type { RenderServices } from './renderer.ts';

export function createListServices(
  search: Search,
): Pick<RenderServices, 'findProducts' | 'findFacets'> {
  return {
    async findProducts(asked: Listing) {
      const listing = { ...asked, isGrouped: true };
      try {
        return await search.find(listing, LIST_PAGE_SIZE);
      } catch (error) {
        // A shortened or guessed address: show the first page.
        if (error instanceof Refusal && error.code === 'CURSOR_INVALID') {
          return search.find({ ...listing, cursor: '' }, LIST_PAGE_SIZE);
        }
        throw error;
      }
    },
    async findFacets(listing: Listing) {
      try {
        return await search.facets({ ...listing, isGrouped: true });
      } catch (error) {
        // The whole catalogue is shown without them while the first index is being built.
        if (error instanceof Refusal && error.code === 'STARTING') return undefined;
        throw error;
      }
    },
  };
}
