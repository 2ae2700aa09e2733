/** The shop's own field names, shared by its JSON, JSON Lines and CSV. */
import { toDollars } from '../../../../contract/money.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { CATEGORY_SEPARATOR } from '../fields.ts';

/** Imports also accept `id` for `_id` and `price` for `cost`. */
export const fieldNames = [
  '_id',
  'name',
  'category',
  'categories',
  'brand',
  'description',
  'popularity',
  'cost',
  'rating',
  'image',
  'stock',
  'active',
] as const;
export type FieldName = (typeof fieldNames)[number];

/** Every field, so that an import of the record restores the product completely. */
export function toOwnRecord(product: ProductRow): Record<FieldName, unknown> {
  const { categories } = product;
  return {
    _id: product.id,
    name: product.name,
    category: product.category,
    categories: categories === '' ? null : categories.split(CATEGORY_SEPARATOR),
    brand: product.brand,
    description: product.description,
    popularity: product.popularity,
    cost: toDollars(product.cost_cents),
    rating: product.rating_halves / 2,
    image: product.image,
    stock: product.stock,
    active: product.active === 1,
  };
}

/** An element of a JSON array, or a line of JSON Lines, as a record. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
