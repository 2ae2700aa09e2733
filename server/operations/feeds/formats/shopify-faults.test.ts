/** Shopify's tables of all years, also as spreadsheets save them. */
import { describe, expect, test } from 'vitest';
import { findProductRows } from '../../../shop/catalogue/store.ts';
import { openTestShop } from '../../../testing/test-shop.ts';
import { openTestFeeds, toCsv } from '../feeds.testing.ts';
import { importFile } from '../import.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();

const vase = {
  Handle: 'vase',
  Title: 'Clay vase',
  Type: 'Vases',
  Published: 'TRUE',
  'Variant Inventory Qty': '4',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '19.00',
  'Image Src': 'https://img.example.com/1.jpg',
  'Image Position': '1',
  Status: '',
};
type Row = Partial<typeof vase>;

async function importRows(...rows: Record<string, string>[]) {
  await services.db.deleteFrom('products').execute();
  const report = await importFile(services, await feeds.write('a.csv', toCsv(rows)));
  const [product] = await findProductRows(services.db, ['vase']);
  return { problems: report.problems, product };
}

describe('Published', () => {
  test.each([
    ['TRUE', 1],
    ['true', 1],
    ['Yes', 1],
    ['1', 1],
    ['FALSE', 0],
    ['no', 0],
    ['0', 0],
    ['FALSCH', 0],
    ['Falso', 0],
    ['SANT', 1],
    ['PRAWDA', 1],
    ['', 1],
  ])('%s', async (word, active) => {
    expect((await importRows({ ...vase, Published: word })).product).toMatchObject({ active });
  });

  test.each(['FALSCH', 'FAUX', 'WAHR', 'x', '2', 'on', 'TRUE FALSE'])(
    'the word %s is a problem',
    async (word) => {
      expect((await importRows(vase, { ...vase, Handle: 'b', Published: word })).problems).toEqual([
        {
          line: 3,
          field: 'Published',
          message: `must be true or false, yes or no, 1 or 0, not "${word}"`,
        },
      ]);
    },
  );
});

describe('Continue selling when out of stock', () => {
  const row = (word: string) => {
    const { 'Variant Inventory Policy': _, ...others } = vase;
    return { ...others, 'Continue selling when out of stock': word };
  };
  test.each([
    ['TRUE', null],
    ['yes', null],
    ['1', null],
    ['WAHR', null],
    ['oui', null],
    ['ЛОЖЬ', 4],
    ['ΑΛΗΘΗΣ', null],
    ['ΨΕΥΔΗΣ', 4],
    ['CONTINUE', null],
    ['false', 4],
    ['No', 4],
    ['0', 4],
    ['DENY', 4],
    ['', 4],
  ])('%s', async (word, stock) => {
    expect((await importRows(row(word))).product).toMatchObject({ stock });
  });

  test.each(['ALLOW', 'on', 'allow'])('the word %s is a problem', async (word) => {
    expect((await importRows(row(word))).problems).toEqual([
      {
        line: 2,
        field: 'Continue selling when out of stock',
        message: `must be deny or continue, true or false, yes or no, 1 or 0, not "${word}"`,
      },
    ]);
  });
});

describe('the first picture', () => {
  const further = (n: number, position = String(n)): Row => ({
    Handle: 'vase',
    'Image Src': `https://img.example.com/${n}.jpg`,
    'Image Position': position,
  });
  test.each<[string, Row[], number[]]>([
    ['is the one at position 1', [{ ...vase, 'Image Position': '2' }, further(3, '1')], [3, 1]],
    ['may be in a later row', [{ ...vase, 'Image Src': '' }, further(2), further(3)], [2, 3]],
    ['is the first without positions', [{ ...vase, 'Image Position': '' }, further(2, '')], [1, 2]],
    ['with a position comes first', [{ ...vase, 'Image Position': '' }, further(2, '1')], [2, 1]],
  ])('%s', async (_sentence, rows, numbers) => {
    expect((await importRows(...rows)).product).toMatchObject({
      image: numbers.map((number) => `https://img.example.com/${number}.jpg`).join('\n'),
    });
  });
});

test('the columns of 2021 and 2022 are read', async () => {
  const { Type: _, ...others } = vase;
  const categories = {
    'Standardized Product Type': 'Decor > Vases',
    'Custom Product Type': 'Clay',
  };
  expect((await importRows({ ...others, ...categories })).product).toMatchObject({
    category: 'Clay',
    categories: 'Decor > Vases',
  });
  const onlyStandard = { 'Standardized Product Type': 'Decor > Vases', 'Custom Product Type': '' };
  expect((await importRows({ ...others, ...onlyStandard })).product).toMatchObject({
    category: 'Vases',
  });
});

test('a number of Shopify’s taxonomy is no category', async () => {
  const row = { ...vase, 'Product Category': '3356' };
  expect((await importRows(row)).product).toMatchObject({ category: 'Vases', categories: '' });
});

test('a tag of an unknown element in a description is text', async () => {
  const row = { ...vase, 'Body (HTML)': '<p>Up to 4K <HDR>,<o:p></o:p> R&lt;S</p>' };
  expect((await importRows(row)).product).toMatchObject({ description: 'Up to 4K <HDR>, R<S' });
});

test('a table that a spreadsheet saved with semicolons is read', async () => {
  const rows = toCsv([{ ...vase, 'Variant Price': '19,00' }]).replaceAll('","', '";"');
  await services.db.deleteFrom('products').execute();
  const report = await importFile(services, await feeds.write('a.csv', rows));
  expect(report).toMatchObject({ added: 1, problems: [] });
  expect(await findProductRows(services.db, ['vase'])).toMatchObject([{ cost_cents: 1_900 }]);
});
