/** How the shop in memory answers about products: lists, searches, facets, suggestions and details. */
import type { Facets, Product, Suggestion } from '../../contract/catalogue.ts';
import { PAGE_SIZE_MAX } from '../../contract/limits.ts';
import { type Listing, listingOf } from '../../contract/listing.ts';
import type { ProductDetails } from '../../contract/pages.ts';
import { json, linkTo, refusal } from './replies.ts';
import type { ShopState } from './shop-state.ts';

export function listProducts(shop: ShopState, parameters: URLSearchParams): Response {
  const found = findProducts(shop, parameters);
  // A search without matches is answered with status 404 (R9.6).
  if (found.length === 0 && parameters.has('value')) return json<Product[]>([], 404);
  const start = Number(parameters.get('cursor') ?? 0);
  // Products that are asked for by id come at once.
  const limit = Number(parameters.get('limit') ?? PAGE_SIZE_MAX);
  const end = start + (parameters.has('ids') ? PAGE_SIZE_MAX : Math.min(limit, shop.pageSize));
  const headers = end < found.length ? linkTo('/products', parameters, end) : {};
  return json<Product[]>(found.slice(start, end), 200, headers);
}

export function listFacets(shop: ShopState, parameters: URLSearchParams): Response {
  const without = (...names: string[]) => {
    const others = new URLSearchParams(parameters);
    for (const name of names) others.delete(name);
    return facetsOf(findProducts(shop, others));
  };
  // What is chosen of one kind does not change what of it can be chosen.
  const { categories } = without('category');
  const { ratings } = without('minRating');
  const { minCost, maxCost } = without('minCost', 'maxCost');
  return json<Facets>({ ...without(), categories, ratings, minCost, maxCost });
}

export function suggest(shop: ShopState, parameters: URLSearchParams): Response {
  return json<Suggestion[]>(
    findProducts(shop, parameters)
      .slice(0, 8)
      .map(({ name, _id }) => ({ text: name, kind: 'product', productId: _id })),
  );
}

export function describeProduct(shop: ShopState, parameters: URLSearchParams): Response {
  const product = shop.products.find(({ _id }) => _id === parameters.get('product'));
  if (product === undefined) return refusal(404, 'Product does not exist');
  const variants = shop.products
    .filter(({ group }) => group !== undefined && group === product.group)
    .map((variant) => ({ ...variant, stock: shop.details[variant._id]?.stock ?? null }));
  const known = { brand: '', description: '', stock: null, variants, pictures: [product.image] };
  return json<ProductDetails>({ ...product, ...known, ...shop.details[product._id] });
}

function findProducts(shop: ShopState, parameters: URLSearchParams): Product[] {
  const ids = parameters.get('ids')?.split(',').map(decodeURIComponent);
  const listing = listingOf(parameters);
  const found = shop.products.filter((product) =>
    ids === undefined
      ? isIn(listing, product) && !(listing.isGrouped && isFurtherVariant(shop, product))
      : ids.includes(product._id),
  );
  if (listing.sort === 'price') return found.toSorted((a, b) => a.cost - b.cost);
  if (listing.sort === 'price-desc') return found.toSorted((a, b) => b.cost - a.cost);
  return listing.sort === 'rating' ? found.toSorted((a, b) => b.rating - a.rating) : found;
}

function isFurtherVariant(shop: ShopState, { _id, group }: Product): boolean {
  const [first] = shop.products.filter((product) => product.group === group);
  return group !== undefined && first?._id !== _id;
}

function isIn(listing: Listing, { name, category, cost, rating }: Product): boolean {
  const text = `${name} ${category}`.toLowerCase();
  return (
    listing.text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word)) &&
    (listing.category === '' || listing.category === category) &&
    cost >= (listing.minCost ?? 0) &&
    cost <= (listing.maxCost ?? Number.POSITIVE_INFINITY) &&
    rating >= (listing.minRating ?? 0)
  );
}

function facetsOf(products: Product[]): Facets {
  const categories = Map.groupBy(products, ({ category }) => category);
  const costs = products.map(({ cost }) => cost);
  return {
    count: products.length,
    categories: [...categories].map(([name, { length }]) => ({ name, count: length })),
    ratings: [4, 3, 2, 1].map((stars) => ({
      stars,
      count: products.filter(({ rating }) => rating >= stars).length,
    })),
    minCost: costs.length === 0 ? 0 : Math.min(...costs),
    maxCost: costs.length === 0 ? 0 : Math.max(...costs),
  };
}
