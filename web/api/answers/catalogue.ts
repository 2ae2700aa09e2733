import { Type } from 'typebox';
import { Facets, Product, SuggestionList } from '../../../contract/catalogue.ts';
import { checkOf } from './check.ts';

/** Other fields than those that every backend has (R9.4) may be missing, and so may ratings and pictures. */
const SpecifiedProduct = Type.Object({
  ...Type.Partial(Product).properties,
  ...Type.Pick(Product, ['_id', 'name', 'cost']).properties,
});
export type SpecifiedProduct = Type.Static<typeof SpecifiedProduct>;

export const isProductList = checkOf(Type.Array(SpecifiedProduct));
export const isFacets = checkOf(Facets);
export const isSuggestionList = checkOf(SuggestionList);
