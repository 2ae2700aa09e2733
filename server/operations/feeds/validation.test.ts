import { describe, expect, test } from 'vitest';
import { type FeedRecord, feedRecord, readRecord } from './feeds.testing.ts';
import { Staging } from './staging.ts';
import { checkEntry, problemsOf } from './validation.ts';

/** Returns the fields of a new product's record, or its problems. */
async function check(record: FeedRecord): Promise<unknown> {
  const checked = checkEntry(await readRecord(record, 17), 'import', new Staging(), ['reduced-7']);
  const problems = problemsOf(checked, undefined);
  return problems.length > 0 ? { problems } : { product: { id: checked.id, ...checked.fields } };
}

/** Does the same for a valid record with these changes. */
function productOf(changes: FeedRecord): Promise<unknown> {
  return check(feedRecord('lamp', changes));
}

describe('a valid record', () => {
  test('has its amounts in cents and half stars', async () => {
    expect(await check(feedRecord('lamp'))).toEqual({
      product: {
        id: 'lamp',
        name: 'The lamp',
        category: 'Tests',
        cost_cents: 1250,
        rating_halves: 9,
        image: '/pictures/lamp.webp',
        stock: 7,
      },
    });
  });

  test('of another feed has a price, the narrowest category, an id of brand and name', async () => {
    const same = {
      name: 'AT&T GoPhone - Alcatel Ideal™ Cell Phone',
      description: 'Enjoy simplicity and speed',
      brand: 'Alcatel',
      image: 'https://cdn.example.com/5443800_sb.jpg',
      popularity: 21413,
    };
    const categories = ['Cell Phones', 'Prepaid Phones', 'All Prepaid Phones'];
    expect(await check({ ...same, categories, price: 29.99 })).toEqual({
      product: {
        ...same,
        id: 'alcatel-at-t-gophone-alcatel-ideal-cell-phone',
        category: 'All Prepaid Phones',
        categories: 'Cell Phones > Prepaid Phones > All Prepaid Phones',
        cost_cents: 2999,
      },
    });
  });

  test.each<[string, FeedRecord, FeedRecord]>([
    ['id stands for a missing _id', { _id: undefined, id: 'desk' }, { id: 'desk' }],
    ['_id comes before id', { id: 'desk' }, { id: 'lamp' }],
    ['an id as other shops have them', { _id: ' Größe (M), ™+#字 ' }, { id: 'Größe (M), ™+#字' }],
    ['an id of 200 characters', { _id: '😀'.repeat(200) }, { id: '😀'.repeat(200) }],
    ['an id with a Persian non-joiner', { _id: 'می\u200cخواهم' }, { id: 'می\u200cخواهم' }],
    ['an id with an Indic joiner', { _id: 'क्\u200dष' }, { id: 'क्\u200dष' }],
    ['an id of joined emoji', { _id: '👩🏽\u200d🚀 ❤️ 1️⃣' }, { id: '👩🏽\u200d🚀 ❤️ 1️⃣' }],
    [
      'an id with the flag of a region',
      { _id: '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}' },
      { id: '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}' },
    ],
    ['an id with a combining mark', { _id: 'e\u0301' }, { id: 'é' }],
    ['an id that is a number', { _id: 4984700 }, { id: '4984700' }],
    ['a price beside the same cost', { price: '12.50' }, { cost_cents: 1250 }],
    ['an amount with a decimal comma', { cost: '12,50' }, { cost_cents: 1250 }],
    ['an amount with a sign', { cost: '$5' }, { cost_cents: 500 }],
    ['an amount that was added up', { cost: 1.1400000000000001 }, { cost_cents: 114 }],
    ['the same in a text', { cost: '1.1400000000000001' }, { cost_cents: 114 }],
    ['category comes before categories', { categories: ['Other'] }, { category: 'Tests' }],
    ['text is trimmed', { name: '  Lamp ', image: ' /a ' }, { name: 'Lamp', image: '/a' }],
    ['a line break in a name is a space', { name: 'Desk\r\n\tlamp' }, { name: 'Desk lamp' }],
    ['a control character in a name is a space', { name: 'Ins\u0001 A' }, { name: 'Ins A' }],
    [
      'what Latin-1 takes for control characters are characters of Windows-1252',
      { name: '\u0093It\u0092s\u0094 \u0080 5\u0085 \u0096 Duo\u0099' },
      { name: '“It’s” € 5… – Duo™' },
    ],
    ['an amount with zeros behind it', { cost: '12.5000' }, { cost_cents: 1250 }],
    ['a whole number with zeros behind it', { stock: '7.0' }, { stock: 7 }],
    ['half a dollar with three decimals', { cost: '0.500' }, { cost_cents: 50 }],
    ['a name with a number sign', { name: '#1!' }, { name: '#1!' }],
    ['quotes, markup and other scripts stay', { name: `"<b>'Ü😀字` }, { name: `"<b>'Ü😀字` }],
    ['an amount as text', { cost: '12.50' }, { cost_cents: 1250 }],
    ['a whole amount as text', { cost: '12' }, { cost_cents: 1200 }],
    ['an amount that floats badly', { cost: 1.15 }, { cost_cents: 115 }],
    ['the lowest cost', { cost: 0.01 }, { cost_cents: 1 }],
    ['the highest cost', { cost: 1_000_000 }, { cost_cents: 100_000_000 }],
    ['a rating as text', { rating: '3.5' }, { rating_halves: 7 }],
    ['a rating goes up to the nearest half', { rating: 4.3 }, { rating_halves: 9 }],
    ['a rating goes down to the nearest half', { rating: 4.2 }, { rating_halves: 8 }],
    ['a rating of null is none', { rating: null }, { rating_halves: 0 }],
    ['stock as text', { stock: '0' }, { stock: 0 }],
    ['missing stock says nothing', { stock: undefined }, { id: 'lamp' }],
    ['stock of null is not counted', { stock: null }, { stock: null }],
    ['an image on the web without TLS', { image: 'http://a.com/b' }, { image: 'http://a.com/b' }],
    ['a name of 200 characters', { name: '😀'.repeat(200) }, { name: '😀'.repeat(200) }],
    [
      'categories as one text',
      { category: undefined, categories: 'Phones > Prepaid' },
      { category: 'Prepaid', categories: 'Phones > Prepaid' },
    ],
    ['no category', { category: '' }, { category: '' }],
    ['a category of null is none', { category: null }, { category: '' }],
    ['no picture', { image: '' }, { image: '' }],
    ['a picture of null is none', { image: null }, { image: '' }],
    ['several pictures', { image: '/a.png, /b.png' }, { image: '/a.png\n/b.png' }],
    ['a list of pictures', { image: ['/a.png', '/b.png'] }, { image: '/a.png\n/b.png' }],
    ['an empty list of pictures', { image: [] }, { image: '' }],
    [
      'several pictures, whose addresses have commas',
      { image: 'https://a.com/w_1,h_2/a.png , https://a.com/w_1,h_2/b.png' },
      { image: 'https://a.com/w_1,h_2/a.png\nhttps://a.com/w_1,h_2/b.png' },
    ],
    [
      'several pictures, without spaces',
      { image: 'https://a.com/a,b.png|https://a.com/c.png' },
      { image: 'https://a.com/a,b.png\nhttps://a.com/c.png' },
    ],
    [
      'several pictures, one a line',
      { image: 'https://a.com/a.png;\nhttps://a.com/c.png' },
      { image: 'https://a.com/a.png\nhttps://a.com/c.png' },
    ],
    ['one picture with commas', { image: '/w_1,/h_2/a,b.png,' }, { image: '/w_1,/h_2/a,b.png' }],
    ['on sale', { active: true }, { active: 1 }],
    ['on sale, in a table', { active: ' Yes ' }, { active: 1 }],
    ['not on sale', { active: 'FALSE' }, { active: 0 }],
    ['not on sale, as a number', { active: 0 }, { active: 0 }],
    ['a rate of tax', { tax: ' reduced-7 ' }, { tax: 'reduced-7' }],
    ['a tax of null is the usual one', { tax: null }, { tax: null }],
    ['unknown fields', { __proto__x: 1, constructor: 'x' }, { id: 'lamp' }],
  ])('%s', async (_sentence, changes, expected) => {
    expect(await productOf(changes)).toMatchObject({ product: expected });
  });
});

describe('an invalid record is refused with line, field and rule', () => {
  const amount = 'must be an amount in dollars with at most two decimals';
  const range = 'must be from $0.01 to $1000000';
  const stars = 'must be a number from 0 to 5';
  const units = 'must be a whole number from 0 to 1000000000';
  const list = 'must be a list of categories, broad to narrow';
  const rate =
    'must be the key of a rate of tax: up to 20 letters a to z, digits and hyphens, a letter first';
  const address = 'must begin with /, http:// or https://';
  const id =
    'must be 1 to 200 characters without / and control characters (--map COLUMN=_id takes the id from another column)';
  const visible =
    'must have no invisible characters (--map COLUMN=_id takes the id from another column)';

  test.each<[FeedRecord, string, string]>([
    [{ cost: 'abc' }, 'cost', `${amount}, not "abc"`],
    [{ price: 99 }, 'cost', 'stands beside another price: --ignore one of them'],
    [{ currency: 'EUR' }, 'currency', 'must be in USD, in which the shop sells, not EUR'],
    [{ cost: '1e3' }, 'cost', `${amount}, not "1e3"`],
    [{ cost: '£5' }, 'cost', 'must be in USD, in which the shop sells, not £'],
    [{ cost: '1,999' }, 'cost', 'may mean 1.999 or 1999: write 1999, or at most two decimals'],
    [{ cost: '' }, 'cost', `${amount}, not ""`],
    [{ cost: '0x10' }, 'cost', `${amount}, not "0x10"`],
    [{ cost: '1.9999' }, 'cost', `${amount}, not "1.9999"`],
    [{ cost: '1.999' }, 'cost', 'may mean 1.999 or 1999: write 1999, or at most two decimals'],
    [{ cost: '12.500' }, 'cost', 'may mean 12.5 or 12500: write 12500, or at most two decimals'],
    [{ stock: ' 1.000 ' }, 'stock', 'may mean 1 or 1000: write 1000, or at most two decimals'],
    [
      { stock_seen: '1.000' },
      'stock_seen',
      'may mean 1 or 1000: write 1000, or at most two decimals',
    ],
    [{ popularity: '21.413' }, 'popularity', 'may mean 21.413 or 21413'],
    [{ name: '#N/A' }, 'name', 'must not be #N/A, an error of the spreadsheet'],
    [{ brand: ' #REF! ' }, 'brand', 'must not be #REF!, an error of the spreadsheet'],
    [{ category: '#WERT!' }, 'category', 'must not be #WERT!, an error of the spreadsheet'],
    [{ description: '#NAME?' }, 'description', 'must not be #NAME?, an error of the spreadsheet'],
    [{ _id: '#NV' }, '_id', 'must not be #NV, an error of the spreadsheet'],
    [{ _id: '1.23457E+12' }, '_id', 'must have all its digits, not "1.23457E+12"'],
    [{ group: '4,00638E+12' }, 'group', 'must have all its digits, not "4,00638E+12"'],
    [{ cost: 1.999 }, 'cost', `${amount}, not 1.999`],
    [{ cost: [5] }, 'cost', `${amount}, not [5]`],
    [{ cost: true }, 'cost', `${amount}, not true`],
    [{ cost: undefined }, 'cost', 'is missing'],
    [{ cost: undefined, price: 'x' }, 'price', `${amount}, not "x"`],
    [{ cost: 0 }, 'cost', `${range}, not 0`],
    [{ cost: -5 }, 'cost', `${range}, not -5`],
    [{ cost: 1_000_000.01 }, 'cost', `${range}, not 1000000.01`],
    [{ rating: 5.1 }, 'rating', `${stars}, not 5.1`],
    [{ rating: -0.5 }, 'rating', `${stars}, not -0.5`],
    [{ rating: 'good' }, 'rating', `${stars}, not "good"`],
    [{ stock: 1.5 }, 'stock', `${units}, not 1.5`],
    [{ stock: -1 }, 'stock', `${units}, not -1`],
    [{ stock: '1e3' }, 'stock', `${units}, not "1e3"`],
    [{ stock: 1_000_000_001 }, 'stock', `${units}, not 1000000001`],
    [{ name: undefined }, 'name', 'is missing'],
    [{ name: 5 }, 'name', 'must be text, not 5'],
    [{ name: ' \n ' }, 'name', 'must not be empty'],
    [{ name: '\u200b \u2060' }, 'name', 'must not be empty'],
    [{ name: '\u3164 \u2800' }, 'name', 'must not be empty'],
    [{ name: '😀'.repeat(201) }, 'name', 'must be at most 200 characters long'],
    [{ name: 'half \ud83d of one' }, 'name', 'must be plain text, not "half \\ud83d of one"'],
    [{ category: 'c'.repeat(81) }, 'category', 'must be at most 80 characters long'],
    [{ category: undefined, categories: [] }, 'categories', `${list}, not []`],
    [{ category: undefined, categories: 5 }, 'categories', `${list}, not 5`],
    [{ categories: 'Phones >  > Old' }, 'categories', 'must not be empty'],
    [{ active: 'maybe' }, 'active', 'must be true or false, yes or no, 1 or 0, not "maybe"'],
    [{ active: 2 }, 'active', 'must be true or false, yes or no, 1 or 0, not 2'],
    [{ active: [true] }, 'active', 'must be true or false, yes or no, 1 or 0, not [true]'],
    [{ tax: '19%' }, 'tax', `${rate}, not "19%"`],
    [{ tax: 'Reduced' }, 'tax', `${rate}, not "Reduced"`],
    [{ tax: 'a'.repeat(21) }, 'tax', `${rate}, not "${'a'.repeat(21)}"`],
    [{ tax: 19 }, 'tax', `${rate}, not 19`],
    [{ category: undefined, categories: ['a', 5] }, 'categories', 'must be text, not 5'],
    [{ image: 'javascript:alert(1)' }, 'image', `${address}, not "javascript:alert(1)"`],
    [{ image: 'data:text/html,x' }, 'image', `${address}, not "data:text/html,x"`],
    [
      { image: 'picture.webp' },
      'image',
      'names a file, not an address: --ignore leaves the column',
    ],
    [{ image: 'photos/a b.JPG' }, 'image', 'names a file, not an address'],
    [{ image: 'picture' }, 'image', `${address}, not "picture"`],
    [{ image: 'cdn.example/a.jpg' }, 'image', `${address}, not "cdn.example/a.jpg"`],
    [{ image: '//evil.example/a' }, 'image', `${address}, not "//evil.example/a"`],
    [{ image: '/\\evil.example/a' }, 'image', `${address}, not "/\\\\evil.example/a"`],
    [{ image: 'https://' }, 'image', `${address}, not "https://"`],
    [{ image: '/a\tb' }, 'image', 'must be plain text, not "/a\\tb"'],
    [{ image: `/${'i'.repeat(2000)}` }, 'image', 'must be at most 2000 characters long'],
    [{ _id: 'a/b' }, '_id', `${id}, not "a/b"`],
    [{ _id: 'a\nb' }, '_id', `${id}, not "a\\nb"`],
    [{ _id: 'a\u2028b' }, '_id', `${id}, not "a\\u{2028}b"`],
    [{ _id: 'a\ud83d' }, '_id', `${id}, not "a\\ud83d"`],
    [{ _id: '' }, '_id', `${id}, not ""`],
    [{ _id: 'ab\u200b' }, '_id', `${visible}, not "ab\\u{200b}"`],
    [{ _id: 'a\u00adb' }, '_id', `${visible}, not "a\\u{ad}b"`],
    [{ _id: 'a\u200cb' }, '_id', `${visible}, not "a\\u{200c}b"`],
    [{ _id: 'می\u200c\u200cخواهم' }, '_id', `${visible}, not`],
    [{ _id: 'SKU-1\ufe0f' }, '_id', `${visible}, not "SKU-1`],
    [{ _id: '😀\u200d' }, '_id', `${visible}, not "😀\\u{200d}"`],
    [{ group: 'ab\u200b' }, 'group', 'must have no invisible characters (--map COLUMN=group '],
    [{ group: 'a/b' }, 'group', 'and control characters (--map COLUMN=group takes the id from'],
    [{ _id: 1.5 }, '_id', `${id}, not 1.5`],
    [{ _id: 'i'.repeat(201) }, '_id', `${id}, not "${'i'.repeat(59)}…`],
    [{ _id: undefined, id: '/' }, 'id', `${id}, not "/"`],
  ])('%o', async (changes, field, message) => {
    expect(await productOf(changes)).toMatchObject({
      problems: [{ line: 17, field, message: expect.stringContaining(message) }],
    });
  });

  test('all problems of a record are reported at once', async () => {
    const fields = ['name', 'cost', 'rating', 'image', 'stock'];
    const problems = fields.map((field) => ({ field }));
    expect(await check({ rating: 'good', stock: -1, image: 'ftp://a' })).toMatchObject({
      problems,
    });
  });

  test('control characters of terminals are escaped', async () => {
    expect(await productOf({ cost: '\x1b[2J\u009b\u202e' })).toMatchObject({
      problems: [{ message: `${amount}, not "\\u001b[2J\\u{9b}\\u{202e}"` }],
    });
  });
});

test.each([
  ['\u202egnp.yloh\u202c', 'gnp.yloh'],
  ['Tea\u200b\u2066 cup\ufeff', 'Tea cup'],
  ['👩\u200d🔧 می\u200cخواهم ☕\ufe0f', '👩\u200d🔧 می\u200cخواهم ☕\ufe0f'],
])(
  'a name keeps only the format characters that change its letters: %j',
  async (name, expected) => {
    expect(await productOf({ name })).toMatchObject({ product: { name: expected } });
  },
);

test('an id with an invisible character is no problem of a product that the catalogue has', async () => {
  const entry = await readRecord(feedRecord('lamp\u200b'));
  const checked = checkEntry(entry, 'import', new Staging(), []);
  expect(problemsOf(checked, { stock: null, group_id: '', tax: null })).toEqual([]);
  expect(problemsOf(checked, undefined)).toHaveLength(1);
});

test('a group with an invisible character is no problem of a product that is in it already', async () => {
  const entry = await readRecord(feedRecord('lamp', { group: 'lamps\u200b' }));
  const checked = checkEntry(entry, 'import', new Staging(), []);
  expect(problemsOf(checked, { stock: null, group_id: 'lamps\u200b', tax: null })).toEqual([]);
  expect(problemsOf(checked, { stock: null, group_id: 'lamps', tax: null })).toHaveLength(1);
});
