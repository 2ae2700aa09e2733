/** Google Merchant Center's feeds. What isn't on sale has no place in them: they are advertised. */
import { EXACT_PARAMETER, SEARCH_PARAMETER } from '../../../contract/paths.ts';
import type { ProductRow } from '../../storage/schema.ts';
import { toTsvRow } from './cells.ts';
import { type Feed, wholeAddress } from './feed.ts';

const attributes = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'price',
  'availability',
  'condition',
  'brand',
  'product_type',
  'identifier_exists',
] as const;
type Attributes = Record<(typeof attributes)[number], string>;

export function openGoogleTsv(origin: string): Feed {
  return {
    head: toTsvRow(attributes),
    write(product) {
      if (product.active === 0) return undefined;
      const values = toAttributes(product, origin);
      return toTsvRow(attributes.map((name) => values[name]));
    },
    foot: '',
  };
}

export function openGoogleXml(origin: string): Feed {
  const address = escapeXml(origin);
  return {
    head: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Products of ${address}</title>
<link>${address}</link>
<description>Everything that is on sale</description>
`,
    write(product) {
      if (product.active === 0) return undefined;
      const values = toAttributes(product, origin);
      const elements = attributes
        .filter((name) => values[name] !== '')
        .map((name) => `<g:${name}>${escapeXml(values[name])}</g:${name}>`);
      return `<item>${elements.join('')}</item>\n`;
    },
    foot: '</channel>\n</rss>\n',
  };
}

function toAttributes(product: ProductRow, origin: string): Attributes {
  // The shop has no page for each product: a search for exactly its name comes nearest.
  const search = new URLSearchParams({ [SEARCH_PARAMETER]: product.name, [EXACT_PARAMETER]: '1' });
  return {
    id: product.id,
    title: product.name,
    description: product.description,
    link: `${origin}/?${search}`,
    image_link: wholeAddress(product.image, origin),
    price: `${(product.cost_cents / 100).toFixed(2)} USD`,
    availability: product.stock === 0 ? 'out_of_stock' : 'in_stock',
    condition: 'new',
    brand: product.brand,
    product_type: product.categories || product.category,
    // Nothing is known of global trade item numbers.
    identifier_exists: 'no',
  };
}

/** Also without the two characters that text may hold and XML may not. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\ufffe\uffff]/g, '\ufffd');
}
