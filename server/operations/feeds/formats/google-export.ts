/** Writes products as the attributes of Google Merchant Center's feeds. */
import { productAddress } from '../../../../contract/listing.ts';
import { picturePath } from '../../../../contract/pictures.ts';
import type { ProductRow } from '../../../platform/storage/schema.ts';
import { firstAddress, listAddresses } from '../../../shop/catalogue/fields/picture-addresses.ts';
import {
  type ProductColumn,
  productColumns,
  productFields,
} from '../../../shop/catalogue/fields/product-fields.ts';
import { toAbsoluteUrl, toPath } from './format.ts';
import { CURRENCY, FURTHER_PICTURES, SOLD_OUT } from './google.ts';
import { writeHtml } from './html.ts';

/** Separates the further pictures of a table's cell. */
export const FURTHER_SEPARATOR = ',';

type ToText = (product: ProductRow, origin: string) => string;

/** The texts of columns whose format in Google's feeds differs from the stored one. */
const texts: { readonly [Column in ProductColumn]?: ToText } = {
  name: ({ name }) => writeHtml(name),
  categories: ({ categories, category }) => writeHtml(toPath(categories || category).join(' > ')),
  brand: ({ brand }) => writeHtml(brand),
  description: ({ description }) => writeHtml(description),
  cost_cents: ({ cost_cents }) => `${(cost_cents / 100).toFixed(2)} ${CURRENCY}`,
  // What shoppers see: a picture of the shop's own comes before the feed's.
  image: ({ image, picture }, origin) =>
    toAbsoluteUrl(picture === '' ? firstAddress(image) : picturePath(picture), origin),
  option: ({ option }) => writeHtml(option),
  stock: ({ stock }) => (stock === 0 ? SOLD_OUT : 'in_stock'),
};

const exportedAttributes: readonly (readonly [string, ToText])[] = [
  ['id', ({ id }) => id],
  ...productColumns.flatMap((column): (readonly [string, ToText])[] => {
    const [name] = productFields[column].google ?? [];
    return name === undefined
      ? []
      : [[name, texts[column] ?? ((product) => String(product[column]))]];
  }),
  [FURTHER_PICTURES, writeFurtherPictures],
  ['link', ({ id }, origin) => origin + productAddress(id)],
  ['condition', () => 'new'],
  // The shop has no global trade item numbers.
  ['identifier_exists', () => 'no'],
];

/** Google separates addresses by commas, so those inside of one are encoded. */
function writeFurtherPictures({ image }: ProductRow, origin: string): string {
  const [, ...further] = listAddresses(image);
  return further
    .map((address) => toAbsoluteUrl(address, origin).replaceAll(',', '%2C'))
    .join(FURTHER_SEPARATOR);
}

export const googleAttributes = exportedAttributes.map(([name]) => name);

/**
 * @returns the values of googleAttributes; undefined if the product is not on sale, because Google would advertise it
 */
export function toGoogle(product: ProductRow, origin: string): string[] | undefined {
  if (product.active === 0) return undefined;
  return exportedAttributes.map(([, toValue]) => toValue(product, origin));
}
