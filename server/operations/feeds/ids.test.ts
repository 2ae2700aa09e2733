import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { isProductId } from '../../shop/catalogue/rules.ts';
import { IdRegistry, slugOf } from './ids.ts';
import { type FeedRecord, feedRecord } from './test-feeds.ts';
import { checkEntry, problemsOf } from './validation.ts';

/** Returns the ids of a file's records, or their problems. */
function idsOf(records: readonly FeedRecord[]): unknown[] {
  const ids = new IdRegistry();
  return records.map((record, index) => {
    const entry = { line: index + 1, values: new Map(Object.entries(record)) };
    const checked = checkEntry(entry, 'import', ids);
    const problems = problemsOf(checked, false);
    return problems.length > 0 ? problems.map(({ message }) => message) : checked.id;
  });
}

const nameless = (name: string, changes: FeedRecord = {}): FeedRecord =>
  feedRecord('any', { _id: undefined, name, ...changes });

describe('an id is made from brand and name', () => {
  test.each([
    ['Acme', 'Desk Lamp', 'acme-desk-lamp'],
    ['Acme', 'Acme - Desk Lamp', 'acme-desk-lamp'],
    ['', '  Desk   Lamp!  ', 'desk-lamp'],
    [
      '',
      'Crème brûlée für Œuvre, Smørrebrød & Weißbier',
      'creme-brulee-fur-oeuvre-smorrebrod-weissbier',
    ],
    ['', 'Sony Xperia™ XZ – 5.2"', 'sony-xperia-xz-5-2'],
    ['', "Men's Shoes", 'mens-shoes'],
    ['', 'ﬁne Ｗｉｄｅ ½', 'fine-wide-1-2'],
    ['', '字 😀', 'product'],
  ])('%s, %s: %s', (brand, name, slug) => {
    expect(slugOf(brand, name)).toBe(slug);
  });

  test('with room for a number within the length of an id', () => {
    const slug = slugOf('', 'lamp '.repeat(100));
    expect(slug).toMatch(/^(lamp-){18}lam$/);
    expect(isProductId(`${slug}-999999`)).toBe(true);
  });
});

describe('each id is unique', () => {
  test('names that repeat get numbers in the order of the file', () => {
    const names = ['Lamp', 'Desk', 'lamp!', 'LAMP'];
    const ids = idsOf(names.map((name) => nameless(name)));
    expect(ids).toEqual(['lamp', 'desk', 'lamp-2', 'lamp-3']);
  });

  test('numbers skip ids that other products have', () => {
    const lamps = Array.from({ length: 3 }, () => nameless('Lamp'));
    const ids = idsOf([nameless('Lamp 2'), feedRecord('lamp-3'), ...lamps]);
    expect(ids).toEqual(['lamp-2', 'lamp-3', 'lamp', 'lamp-4', 'lamp-5']);
  });

  test('a product with problems keeps its number, so that others keep theirs', () => {
    expect(idsOf([nameless('Lamp'), nameless('Lamp', { cost: 'x' }), nameless('Lamp')])).toEqual([
      'lamp',
      [expect.stringContaining('must be an amount')],
      'lamp-3',
    ]);
  });

  test('a repeated id is a problem that names the other line; ids differ by case', () => {
    const ids = idsOf([feedRecord('a'), feedRecord('A'), feedRecord('a')]);
    expect(ids).toEqual(['a', 'A', ['a is the one of line 1 already']]);
  });

  test('an id whose URL belongs to another route is refused, and never made from a name', () => {
    const reserved = ['search', 'Facets', 'SUGGESTIONS', '.', '..'];
    expect(idsOf(reserved.map((id) => feedRecord(id)))).toEqual(
      reserved.map((id) => [`must not be "${id}": ${paths.products}/${id} is another address`]),
    );
    const names = ['Search', 'Facets!', 'suggestions', 'Searching'];
    const made = ['search-2', 'facets-2', 'suggestions-2', 'searching'];
    expect(idsOf(names.map((name) => nameless(name)))).toEqual(made);
    const similar = ['search-2', 'facet', '...', '.a'];
    expect(idsOf(similar.map((id) => feedRecord(id)))).toEqual(similar);
  });
});
