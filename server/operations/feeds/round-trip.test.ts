import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PICTURES_MAX } from '../../../contract/pictures.ts';
import { variantName } from '../../../contract/variants.ts';
import {
  createFeedWriter,
  type ExportedFormat,
  type FormatName,
  readFeed,
} from '../../../packages/product-feeds/index.ts';
import { joinAddresses, listAddresses } from '../../shop/catalogue/fields/picture-addresses.ts';
import { withDefaults } from '../../shop/catalogue/fields/product-fields.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { toFeedProduct } from './export.ts';
import { type FeedRecord, openTestFeeds, toCsv, toJsonLines } from './feeds.testing.ts';
import { importFile } from './import.ts';
import { anyProduct, anyProducts, type TestProduct } from './products.testing.ts';
import { feedShop } from './reading/read-feed.ts';
import { Staging } from './staging.ts';
import { checkEntry, problemsOf } from './validation.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();

function toRecord(product: TestProduct): FeedRecord {
  const { id, cost_cents, rating_halves, categories, group_id: group, ...same } = product;
  const path = categories === '' ? {} : { categories };
  return { _id: id, cost: cost_cents / 100, rating: rating_halves / 2, ...path, group, ...same };
}

/** Reads the products of a feed as an empty shop would store them, or their problems. */
async function readBack(
  format: FormatName,
  text: string,
  products: readonly TestProduct[],
): Promise<unknown[]> {
  const taxKeys = products.flatMap(({ tax }) => tax ?? []);
  const found: unknown[] = [];
  const ids = new Staging();
  const source = (async function* () {
    yield Buffer.from(text);
  })();
  for await (const entry of readFeed(source, format, feedShop)) {
    if ('leftOut' in entry) continue;
    const checked = checkEntry(entry, 'import', ids, taxKeys);
    if (checked.isOnlyChange) continue;
    const problems = problemsOf(checked, undefined);
    found.push(
      problems.length > 0 ? problems : { id: checked.id, ...withDefaults(checked.fields) },
    );
  }
  return found;
}

const newline = fc.constantFrom('\n', '\r\n');

const shorten = (name: string): string => [...name].slice(0, 90).join('').trim();
/** In tables of others, text may be HTML, a category one of several, digits protected, and a dash nothing; names end with the option. */
const ofOthers = anyProducts.map((products) => {
  const plain = (text: string) => text.replace(/[<&;|'=]|^(?=[\s–—-]+$)/g, 'x');
  const written = products.map((product) => {
    const texts = Object.fromEntries(textFields.map((field) => [field, plain(product[field])]));
    const one = { ...product, ...texts, category: plain(product.category).replaceAll('>', 'x') };
    return { ...one, name: variantName(shorten(one.name), one.group_id && one.option) };
  });
  return [...new Map(written.map((one) => [one.id, one])).values()];
});
const textFields = [
  'id',
  'name',
  'categories',
  'brand',
  'description',
  'group_id',
  'option',
] as const;

test.each<[FormatName, (records: FeedRecord[], lineBreak: string) => string, typeof anyProducts]>([
  ['json', (records) => JSON.stringify(records), anyProducts],
  [
    'json',
    (records, lineBreak) => JSON.stringify(records, null, 2).replaceAll('\n', lineBreak),
    anyProducts,
  ],
  ['jsonl', toJsonLines, anyProducts],
  ['csv', toCsv, ofOthers],
])(
  'any products that somebody else wrote as %s are read back the same',
  async (format, write, any) => {
    await fc.assert(
      fc.asyncProperty(any, newline, async (products, lineBreak) => {
        expect(await readBack(format, write(products.map(toRecord), lineBreak), products)).toEqual(
          products,
        );
      }),
    );
  },
);

const origin = 'https://shop.example.com';
const absolute = ({ image }: TestProduct): string =>
  joinAddresses(listAddresses(image).map((one) => (one.startsWith('/') ? origin + one : one)));
/** Google separates further pictures by commas, so those inside of an address are encoded. */
const forGoogle = (product: TestProduct): string => {
  const encode = (one: string, index: number) => (index > 0 ? one.replaceAll(',', '%2C') : one);
  return joinAddresses(listAddresses(absolute(product)).map(encode));
};
const nobodyHas = { popularity: 0, rating_halves: 0, tax: null };
const withoutGroup = { group_id: '', option: '' };
/** Only products of a group have an option in Google's feeds, and their names say it. */
const named = (product: TestProduct): TestProduct => {
  const { name, option, group_id } = product;
  if (group_id === '') return { ...product, option };
  return { ...product, name: variantName(shorten(name), option) };
};
const google = (products: TestProduct[]) =>
  products
    .filter(({ active }) => active === 1)
    .map((product) => {
      const stock = product.stock === 0 ? 0 : null;
      const option = product.group_id === '' ? '' : product.option;
      return { ...product, ...nobodyHas, image: forGoogle(product), stock, option };
    });
// Google has one text for category and categories. The category is its last part.
const withPath = anyProducts.map((products) =>
  products.map((product) => {
    const categories = product.categories || 'Home > Lamps';
    return { ...named(product), categories, category: categories.split(' > ').at(-1) ?? '' };
  }),
);

test.each<[ExportedFormat, typeof anyProducts, (products: TestProduct[]) => TestProduct[]]>([
  ['json', anyProducts, (products) => products],
  ['jsonl', anyProducts, (products) => products],
  ['csv', anyProducts, (products) => products],
  [
    'shopify',
    anyProducts,
    (products) =>
      products.map((product) => ({
        ...product,
        ...nobodyHas,
        image: absolute(product),
        categories: '',
        ...withoutGroup,
      })),
  ],
  ['google-xml', withPath, google],
  ['google-tsv', withPath, google],
])(
  'any products exported as %s are read back with each field of the format',
  async (format, any, kept) => {
    const {
      header = '',
      write,
      separator,
      footer = '',
    } = await createFeedWriter(format, feedShop, origin);
    await fc.assert(
      fc.asyncProperty(any, async (products) => {
        const texts = products.flatMap((one) =>
          write([toFeedProduct({ ...one, position: 1, picture: '', updated_at: 0 })]),
        );
        const written = texts.join(separator ?? '');
        expect(await readBack(format, header + written + footer, products)).toEqual(kept(products));
      }),
    );
  },
);

/** Variants of one product, which share all that Shopify has once for a product. */
const anyVariants = fc.tuple(anyProduct, anyProducts).map(([product, others]) =>
  [...new Map([product, ...others].map((one) => [one.id, one])).values()].map((one, index) => {
    const { id, cost_cents, stock, image } = one;
    const option = `${one.option.slice(0, 90)} ${index}`.trim();
    const name = variantName(shorten(product.name), option);
    const own = { id, cost_cents, stock, image, option, name };
    return { ...product, ...own, group_id: 'the-group', active: 1 };
  }),
);

/** Shopify's tables have one picture for each variant, and one list for all of them. */
function withShared(one: TestProduct, first: TestProduct | undefined): string {
  const own = listAddresses(absolute(one)).slice(0, 1);
  const shared = first === undefined ? [] : listAddresses(absolute(first));
  return joinAddresses([...new Set([...own, ...shared])].slice(0, PICTURES_MAX));
}

test('any variants exported for Shopify are read back with their own id, price, stock and picture', async () => {
  const { header, write } = await createFeedWriter('shopify', feedShop, origin);
  await fc.assert(
    fc.asyncProperty(anyVariants, async (variants) => {
      fc.pre(variants.length > 1);
      const rows = variants.map((variant) =>
        toFeedProduct({ ...variant, position: 1, picture: '', updated_at: 0 }),
      );
      const found = await readBack('shopify', header + write(rows).join(''), variants);
      const [first] = variants;
      expect(found).toEqual(
        variants.map((one) => {
          return { ...one, ...nobodyHas, image: withShared(one, first), categories: '' };
        }),
      );
    }),
  );
});

test('any array of JSON objects is read completely, in any chunks', async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(objects, fc.nat(2), fc.array(fc.nat(500)), async (written, indent, cuts) => {
      const content = JSON.stringify(written, null, indent);
      expect(await readJson(content, cuts)).toEqual(JSON.parse(content));
    }),
  );
});

test('any text that JSON.parse refuses is refused, in any chunks', async () => {
  const token = fc.constantFrom(
    ...'[ ] { } , : "a" " \\ \\u12 true tru nul 1 - .5 1. 1e 01 e9 {"a":1}'.split(' '),
    ...['\n', ' ', '\t', '\u00a0'],
  );
  const soup = fc.array(token, { maxLength: 12 }).map((tokens) => `[${tokens.join('')}]`);
  await fc.assert(
    fc.asyncProperty(soup, fc.array(fc.nat(30)), async (content, cuts) => {
      const parsed = tryParse(content);
      const found = await readJson(content, cuts).catch(() => undefined);
      if (parsed === undefined) expect(found).toBeUndefined();
      else expect(found).toHaveLength(parsed.length);
    }),
    { numRuns: 2_000 },
  );
});

function tryParse(content: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(content);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** @param cuts the ends of the chunks */
async function readJson(content: string, cuts: readonly number[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const entry of readFeed(cut(content, cuts), 'json', feedShop)) {
    found.push('values' in entry ? Object.fromEntries(entry.source) : entry);
  }
  return found;
}

async function* cut(content: string, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content);
  const places = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
  for (const [index, start] of places.entries()) yield bytes.subarray(start, places[index + 1]);
}

test('any file is imported or refused, and never fails otherwise', async () => {
  const soup = fc.string({
    unit: fc.oneof(
      fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '\\', '\n', '\r\n', '{"_id":"a"}', 'null'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  const ending = fc.constantFrom('json', 'jsonl', 'csv', 'xml', 'tsv');
  await fc.assert(
    fc.asyncProperty(soup, ending, fc.boolean(), async (content, format, skipInvalid) => {
      const file = await feeds.write(`a.${format}`, content);
      const report = await importFile(services, file, { skipInvalid, dryRun: true });
      expect(report.refused || report.problemCount === 0 || skipInvalid).toBe(true);
    }),
    { numRuns: 300 },
  );
});
