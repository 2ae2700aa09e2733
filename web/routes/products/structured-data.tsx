import { useRouteLoaderData } from 'react-router';
import type { Product } from '../../../contract/catalogue.ts';
import { RATING_MAX } from '../../../contract/limits.ts';
import type { loader } from '../../root.tsx';

/** The first page of products for search engines: JSON-LD of https://schema.org/ItemList. */
export function StructuredData({ products }: { products: readonly Product[] }) {
  const root = useRouteLoaderData<typeof loader>('root');
  if (root === undefined) return null;
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: describe(product, root.origin),
    })),
  };
  // Escape '<', which could end the element.
  const json = JSON.stringify(list).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function describe({ name, category, cost, rating, image }: Product, origin: string) {
  return {
    '@type': 'Product',
    name,
    category,
    image: new URL(image, origin).href,
    offers: { '@type': 'Offer', price: cost, priceCurrency: 'USD' },
    ...(rating > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: rating,
        bestRating: RATING_MAX,
      },
    }),
  };
}
