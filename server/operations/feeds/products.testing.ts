/** Arbitrary products, for property tests. */
import fc from 'fast-check';
import { PRODUCT_ID_MAX_LENGTH } from '../../../contract/limits.ts';
import { PICTURES_MAX } from '../../../contract/pictures.ts';
import { isBlank } from '../../../contract/text.ts';
import type { ProductRow } from '../../platform/storage/schema.ts';
import { hasInvisible, withoutFormat } from '../../shop/catalogue/fields/invisible.ts';
import { joinAddresses } from '../../shop/catalogue/fields/picture-addresses.ts';
import { isProductId, isReservedProductId } from '../../shop/catalogue/rules.ts';

/** A product without the fields that the catalogue adds. */
export type TestProduct = Omit<ProductRow, 'position' | 'picture' | 'updated_at'>;

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: Math.floor(maxLength / 4) }),
      // These characters have a meaning in some format.
      fc.string({
        unit: fc.constantFrom(...'"\'=+-@,;<>&\\|[]{}#%_ \ta1', '&amp;', ' > ', ']]>', '<b>'),
        maxLength: Math.floor(maxLength / 8),
      }),
    )
    .map((value) => withoutFormat(value.replace(/[\s\p{Cc}]+/gu, ' ')).trim())
    .filter((value) => !isBlank(value) && [...value].length <= maxLength);

const categoryPath = fc
  .array(
    text(30).filter((category) => !category.includes('>')),
    { minLength: 2, maxLength: 4 },
  )
  .map((categories) => categories.join(' > '));

const anyId = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9._~:-]{1,200}$/),
    text(PRODUCT_ID_MAX_LENGTH).map((id) => id.replaceAll('/', '').trim().normalize('NFC')),
  )
  .filter((id) => isProductId(id) && !isReservedProductId(id) && !hasInvisible(id));

const address = fc
  .oneof(
    fc.webUrl(),
    fc.webPath().map((path) => `/${path.replace(/^\/+/, '')}`),
  )
  .map((text) => text.replace(/[,;|]+$/, ''));

const anyFields: fc.Arbitrary<TestProduct> = fc.record({
  id: anyId,
  name: text(200),
  category: fc.oneof(fc.constant(''), text(80)),
  categories: fc.oneof(fc.constant(''), categoryPath),
  brand: fc.oneof(fc.constant(''), text(100)),
  description: fc.oneof(fc.constant(''), text(400)),
  popularity: fc.nat(1_000_000_000),
  cost_cents: fc.integer({ min: 1, max: 100_000_000 }),
  rating_halves: fc.integer({ min: 0, max: 10 }),
  image: fc.uniqueArray(address, { maxLength: PICTURES_MAX }).map(joinAddresses),
  stock: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
  active: fc.constantFrom(0, 1),
  group_id: fc.oneof(fc.constant(''), anyId),
  option: fc.oneof(fc.constant(''), text(100)),
  tax: fc.option(fc.stringMatching(/^[a-z][a-z0-9-]{0,19}$/)),
});

/** Categories always have a narrowest one. */
export const anyProduct = anyFields.map((product) =>
  product.category === '' ? { ...product, categories: '' } : product,
);

export const anyProducts = fc
  .uniqueArray(anyProduct, { selector: ({ id }) => id, minLength: 1, maxLength: 8 })
  .filter((products) => {
    // Variants of a group have different options.
    const variants = products.filter(({ group_id }) => group_id !== '');
    return new Set(variants.map(({ group_id }) => group_id)).size === variants.length;
  });
