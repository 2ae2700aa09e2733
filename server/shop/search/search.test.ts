import { describe, expect, test } from 'vitest';
import { sorts } from '../../../contract/listing.ts';
import * as messages from '../../../contract/messages.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { formatCursor } from '../catalogue/rules.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

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
const shop = await openSellingShop(
  products.map(([id, name, category]) => feedRecord(id, { name, category })),
);
/** The ids that a text finds. */
const search = (text: string) => shop.idsAt(searchPath(text));

describe('R9.6: search finds by name and category', () => {
  test.each([
    ['a word of the name', 'torch', ['torch']],
    ['a word of the category', 'geschirr', ['cafe']],
    ['words of both, in any order', 'kitchen silver', ['spoon', 'torch']],
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
    ['two words that are nowhere', 'trumpet xylophone'],
    ['the middle of a word', 'ilve'],
  ])('%s finds nothing', async (_sentence, text) => {
    expect(await search(text)).toEqual([]);
  });

  test('R9.6: best first, a name before a category, a short name before a long one', async () => {
    expect(await search('spoon')).toEqual(['spoon', 'poster', 'scale']);
  });

  test('R9.6: nothing found is 404 and an empty array', async () => {
    const reply = await shop.call('GET', searchPath('xylophone'));
    expect([reply.statusCode, reply.payload]).toEqual([404, '[]']);
  });

  test('a product is found by its new name only, once it has one', async () => {
    await shop.import([feedRecord('renamed', { name: 'Oldname', category: 'Oldcategory' })]);
    await shop.import([feedRecord('renamed', { name: 'Newname', category: 'Newcategory' })]);
    expect(await search('newname newcategory')).toEqual(['renamed']);
    expect(await search('oldname')).toEqual([]);
    expect(await search('oldcategory')).toEqual([]);
    await shop.withdraw('renamed');
    expect(await search('newname')).toEqual([]);
  });
});

describe('R9.6: a blank search answers exactly as GET /products', () => {
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
});

describe('the syntax of a search engine is only text', () => {
  test.each([
    '"',
    '*',
    '-',
    'NEAR(a b, 5)',
    'torch NOT spoon',
    'OR OR OR',
    'name:torch',
    '"torch" *',
    'a&b&value=c',
    "'; drop table products; --",
    '\\',
    'torch\0',
    '\u0301',
    '\ufeff',
    '👩‍👩‍👧‍👦',
    '𑯀',
    '½ ² Ⅷ',
    'İ',
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

describe('R9.6: a search is paged by Link', () => {
  test('whose pages contain every hit exactly once, best first', async () => {
    const many = Array.from({ length: 230 }, (_, n) =>
      feedRecord(`gadget-${n}`, {
        name: `Gadget ${'very '.repeat(n % 5)}useful`,
        category: 'Page & Co',
      }),
    );
    const large = await openSellingShop(many);
    const text = 'gadget co';
    const pages = await large.follow(searchPath(text));
    expect(pages.map((page) => page.length)).toEqual([100, 100, 30]);
    const found = pages.flat();
    expect(new Set(found)).toEqual(new Set(many.map(({ _id }) => _id)));
    const some = await large.follow(`${searchPath(text)}&limit=50`);
    expect(some.map((page) => page.length)).toEqual([50, 50, 50, 50, 30]);
    expect(some.flat()).toEqual(found);
  });

  test('whose cursor is the search’s own', async () => {
    const ofPrices = formatCursor([sorts.indexOf('price'), 0, 1]);
    for (const cursor of ['', 'x', formatCursor([1]), formatCursor([1, 2]), ofPrices]) {
      const reply = await shop.call('GET', `${searchPath('spoon')}&cursor=${cursor}`);
      expect([reply.statusCode, reply.json().message]).toEqual([400, messages.cursorInvalid]);
    }
  });
});
