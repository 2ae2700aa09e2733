import { describe, expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { WHOLE_CATALOGUE_MAX } from '../../../contract/limits.ts';
import * as messages from '../../../contract/messages.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { importFile } from '../../operations/feeds/import.ts';
import { feedRecord, openTestFeeds, toJsonLines } from '../../operations/feeds/test-feeds.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { formatCursor } from '../catalogue/rules.ts';

const shop = await openTestShop();
const feeds = await openTestFeeds();
const products: [id: string, name: string, category: string][] = [
  ['torch', 'Crème Brûlée Torch', 'Kitchen'],
  ['spoon', 'Silver Spoon', 'Kitchen'],
  ['poster', 'Poster of a Spoon', 'Decoration'],
  ['scale', 'Scale with a Long Name of Many Words', 'Spoon & Co'],
  ['cafe', 'CAFE\u0301 Tasse', 'Geschirr'],
  ['strasse', 'Straßenkarte ÄÖÜ', 'Bücher'],
  ['percent', 'Posters 50% cheaper & more', 'A&B #1'],
  ['hindi', 'हिन्दी किताब', 'पुस्तकें'],
  ['tap', 'Spin\u0308al Tap', 'Music'],
  ['chinese', '中文 词典', '书'],
];
await shop.services.db.deleteFrom('products').execute();
await sell(products.map(([id, name, category]) => feedRecord(id, { name, category })));
await shop.untilReady();

async function sell(records: Record<string, unknown>[]): Promise<void> {
  await importFile(shop.services, await feeds.write('a.jsonl', toJsonLines(records)));
}

/** The ids that a text finds. */
async function search(text: string): Promise<string[]> {
  const reply = await shop.call('GET', searchPath(text));
  expect([200, 404]).toContain(reply.statusCode);
  expect(reply.statusCode === 404).toBe(reply.json().length === 0);
  return reply.json().map(({ _id }: Product) => _id);
}

describe('spec 7: search finds by name and category', () => {
  test.each([
    ['a word of the name', 'torch', ['torch']],
    ['a word of the category', 'geschirr', ['cafe']],
    ['words of both, in any order', 'kitchen silver', ['spoon']],
    ['words of both, the other way round', 'silver kitchen', ['spoon', 'torch']],
    ['the beginning of a word', 'tor', ['torch']],
    ['one letter', 'g', ['cafe']],
    ['beginnings of several words', 'cre bru to', ['torch']],
    ['without regard to case', 'SILVER sPOON', ['spoon', 'poster', 'scale']],
    ['without accents', 'creme brulee', ['torch']],
    ['with accents', 'crème brûlée', ['torch']],
    ['with accents that are characters of their own', 'cre\u0300me', ['torch']],
    ['a name whose accents are characters of their own', 'café', ['cafe']],
    ['a letter whose accent is never part of it', 'spin\u0308al', ['tap']],
    ['umlauts without their dots', 'aou', ['strasse']],
    ['Devanagari', 'हिन्दी', ['hindi']],
    ['Chinese', '中文', ['chinese']],
    ['with blanks around', '  torch\t', ['torch']],
    ['a sign between words', 'crème-brûlée', ['torch']],
    ['an ampersand', 'cheaper & more', ['percent']],
    ['a number sign', '#1', ['percent']],
    ['a percent sign', '50%', ['percent']],
  ])('%s', async (_sentence, text, found) => {
    expect(await search(text)).toEqual(found);
  });

  test.each([
    ['a letter too few', 'geschir', 'geschirr', ['cafe']],
    ['a letter missing within', 'gechirr', 'geschirr', ['cafe']],
    ['a letter too many', 'silvver', 'silver', ['spoon']],
    ['another letter', 'torxh', 'torch', ['torch']],
    ['two letters that changed places, in a long word', 'decoartion', 'decoration', ['poster']],
    ['a typo in one of two words', 'silvar spoon', 'silver spoon', ['spoon', 'poster', 'scale']],
  ])('a word with %s', async (_how, typed, meant, found) => {
    expect(await search(typed)).toEqual(found);
    expect(await search(meant)).toEqual(found);
  });

  test.each([
    ['a word that is nowhere', 'xylophone'],
    ['a short word with a typo', 'tpa'],
    ['a number that is near another', '51'],
    ['one word of two that is nowhere', 'torch xylophone'],
    ['the middle of a word', 'ilve'],
  ])('%s finds nothing', async (_sentence, text) => {
    expect(await search(text)).toEqual([]);
  });

  test('decisions: best first, a name before a category, a short name before a long one', async () => {
    expect(await search('spoon')).toEqual(['spoon', 'poster', 'scale']);
  });

  test('decisions: nothing found is 404 and an empty array', async () => {
    const reply = await shop.call('GET', searchPath('xylophone'));
    expect([reply.statusCode, reply.payload]).toEqual([404, '[]']);
    expect(reply.headers).not.toHaveProperty('etag');
  });

  test('a product is found by its new name only, once it has one', async () => {
    await sell([feedRecord('renamed', { name: 'Oldname', category: 'Oldcategory' })]);
    await sell([feedRecord('renamed', { name: 'Newname', category: 'Newcategory' })]);
    expect(await search('newname newcategory')).toEqual(['renamed']);
    expect(await search('oldname')).toEqual([]);
    expect(await search('oldcategory')).toEqual([]);
    await shop.withdraw('renamed');
    expect(await search('newname')).toEqual([]);
  });
});

describe('decisions: a blank search answers exactly as GET /products', () => {
  const listed = async (url: string) => {
    const { statusCode, payload, headers } = await shop.call('GET', url);
    return { statusCode, payload, link: headers.link };
  };
  const blanks = ['', 'value=', 'value=%20%09', 'value=%E2%80%83'];
  const lists = ['', 'unknown=1', 'limit=3', 'category=Kitchen', 'sort=price', 'minRating=5'];

  test.each(blanks)('%s', async (blank) => {
    for (const list of lists) {
      const reply = await listed(`${paths.search}?${[blank, list].filter(Boolean).join('&')}`);
      expect(reply).toEqual(await listed(`${paths.products}?${list}`));
    }
  });

  test('with a catalogue of more products than fit: the whole list and its link', async () => {
    const large = await openTestShop();
    const many = Array.from({ length: WHOLE_CATALOGUE_MAX }, (_, n) => feedRecord(`many-${n}`));
    await importFile(large.services, await feeds.write('many.jsonl', toJsonLines(many)));
    const [list, blank] = [
      await large.call('GET', paths.products),
      await large.call('GET', searchPath('')),
    ];
    expect(blank.json()).toHaveLength(WHOLE_CATALOGUE_MAX);
    expect(blank.headers.link).toMatch(/rel="next"$/);
    expect([blank.payload, blank.headers.link]).toEqual([list.payload, list.headers.link]);
  });
});

describe('the syntax of a search engine is only text', () => {
  test.each([
    '(',
    ')',
    '"',
    '""',
    '*',
    '^',
    '-',
    '+',
    ':',
    'NEAR(',
    'NEAR(a b, 5)',
    'AND',
    'torch AND',
    'torch NOT spoon',
    'OR OR OR',
    'name:torch',
    '{name}:torch',
    '"torch" *',
    'a&b&value=c',
    '50%',
    '_',
    "'; drop table products; --",
    "' or '1'='1",
    '\\',
    '\0',
    'torch\0',
    '\u0301',
    'torch \u0301',
    '\ufeff',
    '\u202e',
    '😀',
    '👩‍👩‍👧‍👦',
    '𑯀',
    '½ ² Ⅷ',
    'İ',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'x'.repeat(5_000),
    'a '.repeat(2_500),
    '"'.repeat(3_000),
    `${'字'.repeat(199)}😀`,
  ])('%j', async (text) => {
    await search(text);
    expect(await search('torch')).toEqual(['torch']);
  });

  test.each(['%', '%zz', '%ff', '%c3%28', '%ed%a0%80'])('invalid escapes: %s', async (escaped) => {
    const reply = await shop.call('GET', `${paths.search}?value=${escaped}`);
    expect(reply.statusCode).toBeLessThan(500);
  });

  test('two values at once are refused', async () => {
    const reply = await shop.call('GET', `${paths.search}?value=a&value=b`);
    expect([reply.statusCode, reply.json().message]).toEqual([400, messages.searchTextInvalid]);
  });
});

describe('decisions: a search is paged by Link', () => {
  test('whose pages contain every hit exactly once, best first', async () => {
    const many = Array.from({ length: 230 }, (_, n) =>
      feedRecord(`gadget-${n}`, {
        name: `Gadget ${'very '.repeat(n % 5)}useful`,
        category: 'Page & Co',
      }),
    );
    await sell(many);
    const found: string[] = [];
    const sizes: number[] = [];
    const text = 'gadget co';
    for (let next: string | undefined = searchPath(text); next !== undefined; ) {
      const reply = await shop.call('GET', next);
      found.push(...reply.json().map(({ _id }: Product) => _id));
      sizes.push(reply.json().length);
      next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link))?.[1];
      if (next !== undefined)
        expect(new URL(next, 'http://shop').searchParams.get('value')).toBe(text);
    }
    expect(sizes).toEqual([100, 100, 30]);
    expect(new Set(found)).toEqual(new Set(many.map(({ _id }) => _id)));
    const whole = await shop.call('GET', `${searchPath(text)}&limit=50`);
    expect(whole.json().map(({ _id }: Product) => _id)).toEqual(found.slice(0, 50));
    expect(whole.headers.link).toContain('limit=50');
  });

  test('whose cursor is the search’s own', async () => {
    for (const cursor of ['', 'x', formatCursor([1]), formatCursor([1, 2, 3])]) {
      const reply = await shop.call('GET', `${searchPath('spoon')}&cursor=${cursor}`);
      expect([reply.statusCode, reply.json().message]).toEqual([400, messages.cursorInvalid]);
    }
  });
});

test('decisions: a search keeps its ETag until the catalogue changes', async () => {
  const first = await shop.call('GET', searchPath('torch'));
  const known = { headers: { 'if-none-match': String(first.headers.etag) } };
  const again = await shop.call('GET', searchPath('torch'), known);
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  await sell([feedRecord('new-torch', { name: 'New torch' })]);
  const changed = await shop.call('GET', searchPath('torch'), known);
  expect(changed.statusCode).toBe(200);
  expect(changed.json()).toHaveLength(2);
});
