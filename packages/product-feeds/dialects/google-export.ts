/** Writes products as the attributes of Google Merchant Center's feeds: as a table with tabs, or as RSS 2.0. */
import { protect, toTsvRow } from '../files/cells.ts';
import { toHtml, writeHtml } from '../files/html.ts';
import type { FeedProduct, FeedShop, FeedWriter, Publisher } from '../records.ts';
import { toAbsoluteUrl } from '../values.ts';
import { namesOf } from './dialect.ts';
import { FURTHER_PICTURES, SOLD_OUT } from './google.ts';

export const GOOGLE_NAMESPACE = 'http://base.google.com/ns/1.0';
/** Separates the further pictures of a table's cell. */
const FURTHER_SEPARATOR = ',';

type ToText = (product: FeedProduct, origin: string) => string;

/** The texts of fields whose format in Google's feeds differs from the shop's. */
const texts: Readonly<Record<string, ToText>> = {
  name: ({ fields }) => writeHtml(fields.name),
  categories: ({ fields: { categories, category } }) =>
    writeHtml(toPath(categories ?? [category]).join(' > ')),
  brand: ({ fields }) => writeHtml(fields.brand),
  description: ({ fields }) => writeHtml(fields.description),
  image: ({ picture }, origin) => toAbsoluteUrl(picture, origin),
  option: ({ fields }) => writeHtml(fields.option ?? ''),
  stock: ({ fields }) => (fields.stock === 0 ? SOLD_OUT : 'in_stock'),
};

/** Other programs take each `>` for a separator. */
function toPath(categories: readonly string[]): string[] {
  const parts = categories.flatMap((category) => category.split('>'));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function attributesOf(shop: FeedShop): readonly (readonly [name: string, ToText])[] {
  const own: Record<string, ToText> = {
    ...texts,
    cost: ({ fields }) => `${fields.cost.toFixed(2)} ${shop.currency}`,
  };
  return [
    ...namesOf(shop.fields, 'google').map(([name, [attribute]]): readonly [string, ToText] => [
      attribute,
      own[name] ?? ((product) => String(product.fields[name] ?? '')),
    ]),
    // Google separates addresses by commas, so those inside of one are encoded.
    [
      FURTHER_PICTURES,
      ({ images: [, ...further] }, origin) =>
        further
          .map((address) => toAbsoluteUrl(address, origin).replaceAll(',', '%2C'))
          .join(FURTHER_SEPARATOR),
    ],
    ['link', ({ link }, origin) => origin + link],
    ['condition', () => 'new'],
    // The shop has no global trade item numbers.
    ['identifier_exists', () => 'no'],
  ];
}

/** Leaves out products that are not on sale, because Google would advertise them. */
function onSale(products: readonly FeedProduct[]): readonly FeedProduct[] {
  return products.filter(({ fields }) => fields.active);
}

export function createGoogleTableWriter(shop: FeedShop, origin: string): FeedWriter {
  const attributes = attributesOf(shop);
  return {
    header: toTsvRow(attributes.map(([name]) => name)),
    write: (products) =>
      onSale(products).map((one) =>
        toTsvRow(attributes.map(([, toText]) => protect(toText(one, origin)))),
      ),
  };
}

export function createGoogleXmlWriter(
  shop: FeedShop,
  origin: string,
  publisher?: Publisher,
): FeedWriter {
  const attributes = attributesOf(shop);
  const toItem = (product: FeedProduct): string => {
    const elements = attributes.flatMap(([name, toText]) => {
      const text = toText(product, origin);
      // Each further picture has an element of its own.
      const values = name === FURTHER_PICTURES ? text.split(FURTHER_SEPARATOR) : [text];
      return values.map((value) => (value === '' ? '' : toElement(`g:${name}`, value)));
    });
    return `<item>${elements.join('')}</item>\n`;
  };
  return {
    header: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="${GOOGLE_NAMESPACE}">
<channel>
${describeChannel(origin, publisher)}
`,
    write: (products) => onSale(products).map(toItem),
    footer: '</channel>\n</rss>\n',
  };
}

/** The elements of RSS that tell whose products these are: https://www.rssboard.org/rss-specification */
function describeChannel(origin: string, { name, seller }: Partial<Publisher> = {}): string {
  const lines = seller && [seller.legalName, ...seller.address.split('\n'), seller.country];
  const address = lines && [...lines, seller?.taxId].filter(Boolean).join(', ');
  const elements = [
    toElement('title', name ?? `Products of ${origin}`),
    toElement('link', origin),
    toElement('description', `Everything that is on sale${address ? `. Seller: ${address}` : ''}`),
  ];
  if (seller) elements.push(toElement('managingEditor', `${seller.email} (${seller.legalName})`));
  return elements.join('\n');
}

/** XML can't have U+FFFE and U+FFFF. */
function toElement(name: string, text: string): string {
  return `<${name}>${toHtml(text).replace(/[\ufffe\uffff]/g, '\ufffd')}</${name}>`;
}
