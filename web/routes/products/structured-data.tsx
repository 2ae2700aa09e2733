/** JSON-LD for search engines, in the vocabulary of https://schema.org. */
import type { ItemList, Offer, ProductLeaf, WithContext } from 'schema-dts';
import type { Product } from '../../../contract/catalogue.ts';
import { RATING_MAX } from '../../../contract/limits.ts';
import { productAddress } from '../../../contract/listing.ts';
import { CURRENCY } from '../../../contract/money.ts';
import type { ProductDetails } from '../../../contract/pages.ts';
import { useSite } from '../../session/site.ts';

/** Describes the first page of a list. */
export function ListData({ products }: { products: readonly Product[] }) {
  const { origin, shop: { organization } = {} } = useSite() ?? {};
  if (origin === undefined) return null;
  return (
    <>
      <JsonLd json={import.meta.env.SSR ? JSON.stringify(describeList(products, origin)) : ''} />
      {organization !== undefined && <JsonLd json={organization} />}
    </>
  );
}

/** Describes one product. */
export function ProductData({ product }: { product: ProductDetails }) {
  const origin = useSite()?.origin;
  if (origin === undefined) return null;
  return (
    <JsonLd json={import.meta.env.SSR ? JSON.stringify(describeDetails(product, origin)) : ''} />
  );
}

/** The server writes the data. The browser keeps it unchanged, and does not load the code that describes products. */
function JsonLd({ json }: { json: string }) {
  // Escape '<', which could end the element.
  const html = json.replaceAll('<', '\\u003c');
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function describeList(products: readonly Product[], origin: string): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: describe(product, origin),
    })),
  };
}

function describeDetails(product: ProductDetails, origin: string): WithContext<ProductLeaf> {
  const { _id, brand, description, rating, stock, group, pictures = [] } = product;
  const { offers, ...described } = describe(product, origin);
  return {
    '@context': 'https://schema.org',
    ...described,
    ...(pictures.length > 1 && { image: pictures.map((image) => new URL(image, origin).href) }),
    sku: _id,
    ...(description !== '' && { description }),
    ...(group !== undefined && { inProductGroupWithID: group }),
    ...(brand !== '' && { brand: { '@type': 'Brand', name: brand } }),
    offers: {
      ...offers,
      url: described.url,
      availability: stock === 0 ? 'https://schema.org/OutOfStock' : 'https://schema.org/InStock',
    },
    // An AggregateRating needs the number of ratings, which the shop does not know.
    ...(rating > 0 && {
      additionalProperty: {
        '@type': 'PropertyValue',
        name: 'Rating',
        value: rating,
        maxValue: RATING_MAX,
        unitText: 'stars',
      },
    }),
  };
}

function describe({ _id, name, category, cost, image }: Product, origin: string) {
  const offers = { '@type': 'Offer', price: cost, priceCurrency: CURRENCY } satisfies Offer;
  return {
    '@type': 'Product',
    name,
    ...(category !== '' && { category }),
    image: new URL(image, origin).href,
    url: origin + productAddress(_id),
    offers,
  } satisfies ProductLeaf;
}
