import { describe, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { isProductId } from '../../shop/catalogue/rules.ts';
import { type FeedRecord, feedRecord, readRecord } from './feeds.testing.ts';
import { makeId } from './ids.ts';
import { Staging } from './staging.ts';
import { checkEntry, problemsOf } from './validation.ts';

/** Returns the ids of a file's records, or their problems. */
async function idsOf(records: readonly FeedRecord[]): Promise<unknown[]> {
  const ids = new Staging();
  const entries = await Promise.all(records.map((record, index) => readRecord(record, index + 1)));
  return entries.map((entry) => {
    const checked = checkEntry(entry, 'import', ids, []);
    const problems = problemsOf(checked, undefined);
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
    ['', 'Sony Xperia™ XZ – 4G, (LTE)', 'sony-xperia-xz-4g-lte'],
    ['', "Men's Shoes of the 80's", 'mens-shoes-of-the-80s'],
    ['', 'ﬁne Ｗｉｄｅ | A-Z 1-2', 'fine-wide-a-z-1-2'],
  ])('%s, %s: %s', (brand, name, id) => {
    expect(makeId(brand, name)).toBe(id);
  });

  test.each([
    ['of another script', '赤い靴', /^product-[0-9a-f]{16}$/],
    ['of two scripts', 'Чашка 250 ml', /^250-ml-[0-9a-f]{16}$/],
    ['of pictures', '😀', /^product-[0-9a-f]{16}$/],
    ['with a sign that is a part of it', 'Vitamin A+', /^vitamin-a-[0-9a-f]{16}$/],
    ['that is long', 'lamp '.repeat(40), /^(lamp-){18}lam-[0-9a-f]{16}$/],
    ['whose address is another route’s', 'Search!', /^search-[0-9a-f]{16}$/],
  ])('with a hash of a name %s', (_kind, name, pattern) => {
    expect(makeId('', name)).toMatch(pattern);
    expect(isProductId(makeId('', name))).toBe(true);
    expect(makeId('', ` ${name.toUpperCase()}  `).slice(-16)).toBe(makeId('', name).slice(-16));
  });

  test.each([
    ['50%', '50', '50°'],
    ['Card $5', 'Card €5', 'Card 5', 'Card -5', 'Card 5"', "Card 5'"],
    ['1.5 l', '1 5 l', '1,5 l', '1/5 l', '1:5 l', '15 l'],
    ['A*', 'A', '#A', 'A#', 'A+', '@A'],
  ])('names that differ in a sign have different ids: %s, %s, …', (...names) => {
    expect(new Set(names.map((name) => makeId('', name)))).toHaveLength(names.length);
  });

  test('differs if names differ in what ASCII lacks, or at their end', () => {
    const long = 'A very long name of a cable, '.repeat(5);
    const names = [
      '赤 A',
      '青 A',
      'A',
      'A+',
      'A#',
      '字 😀',
      '字 🐱',
      `${long}black`,
      `${long}white`,
    ];
    expect(new Set(names.map((name) => makeId('', name)))).toHaveLength(names.length);
  });
});

describe('each id is unique', () => {
  test('rows with the same brand and name are refused, whatever their order, and asked for an _id', async () => {
    const cap = nameless('Wool cap', { brand: 'Holt' });
    const rows = [cap, nameless('wool  CAP', { brand: 'Holt', cost: 35 }), nameless('Wool cap')];
    expect(await idsOf(rows)).toEqual([
      'holt-wool-cap',
      ['is missing, and brand and name are those of line 1: give each an _id'],
      'wool-cap',
    ]);
    expect(await idsOf(rows.toReversed())).toEqual([
      'wool-cap',
      'holt-wool-cap',
      [expect.any(String)],
    ]);
  });

  test('an id does not depend on the other rows', async () => {
    const lamp = nameless('Lamp');
    expect(await idsOf([lamp])).toEqual(['lamp']);
    expect(await idsOf([nameless('Desk'), feedRecord('lamp-2'), lamp])).toEqual([
      'desk',
      'lamp-2',
      'lamp',
    ]);
  });

  test('a made id that another row has is a problem', async () => {
    expect(await idsOf([feedRecord('lamp'), nameless('Lamp')])).toEqual([
      'lamp',
      [expect.stringContaining('line 1')],
    ]);
  });

  test('a repeated id is a problem that names the other line; ids differ by case', async () => {
    const ids = await idsOf([feedRecord('a'), feedRecord('A'), feedRecord('a')]);
    expect(ids).toEqual(['a', 'A', [expect.stringMatching(/^a is the one of line 1 already/)]]);
  });

  test('an id whose URL belongs to another route is refused', async () => {
    const reserved = ['search', 'Facets', 'SUGGESTIONS', '.', '..'];
    const hint = '(--map COLUMN=_id takes the id from another column)';
    expect(await idsOf(reserved.map((id) => feedRecord(id)))).toEqual(
      reserved.map((id) => [
        `must not be "${id}": ${paths.products}/${id} is another address ${hint}`,
      ]),
    );
    const similar = ['search-2', 'facet', '...', '.a'];
    expect(await idsOf(similar.map((id) => feedRecord(id)))).toEqual(similar);
  });
});
