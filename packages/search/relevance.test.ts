/** The expected order for each class of queries. `constants.test.ts` has a query for each number. */
import { afterAll, expect, test } from 'vitest';
import { SearchEngine } from './index.ts';
import { MemorySource } from './memory-source.testing.ts';

interface Described {
  name: string;
  categories?: string[];
  brand?: string;
  description?: string;
  popularity?: number;
}

const source = new MemorySource();
const engine = new SearchEngine(source);
afterAll(() => engine.close());
let positions: number[] = [];

/** @returns the names that a text finds in a catalogue with these products, best first */
async function find(text: string, products: readonly Described[]): Promise<string[]> {
  source.withdraw(...positions);
  positions = products.map((_, position) => position);
  source.put(
    ...products.map(({ categories = ['All'], ...product }, position) => ({
      ...product,
      position,
      category: categories.at(-1) ?? '',
      categories: categories.join(' > '),
      rating_halves: 0,
    })),
  );
  await engine.build();
  const request = { text, exact: false, filters: {}, sort: 'relevance' } as const;
  return engine.search(request, 10).results.map(({ position }) => products[position]?.name ?? '');
}

const computers = [
  { name: 'Laptop Bag 15"', categories: ['Computers', 'Laptop Bags'], popularity: 9_000 },
  { name: 'Sleeve for Laptop', categories: ['Computers', 'Laptop Sleeves'] },
  { name: 'Acme - AB-15 Thin Laptop - 8GB - Silver', categories: ['Computers', 'Laptops'] },
  { name: 'Acme - AB-17', categories: ['Computers', 'Laptops'], brand: 'Acme' },
];

test('one word: the product itself, before products named after it, however popular they are', async () => {
  const found = await find('laptop', computers);
  expect(found.slice(0, 2)).toEqual(['Acme - AB-15 Thin Laptop - 8GB - Silver', 'Acme - AB-17']);
  expect(found).toHaveLength(4);
});

test('an accessory: the last word names the product', async () => {
  expect((await find('laptop bag', computers))[0]).toBe('Laptop Bag 15"');
  expect((await find('laptop sleeve', computers))[0]).toBe('Sleeve for Laptop');
});

test('head of the name: the product, before one that has it as a part', async () => {
  const drill = { name: 'Hammer Action Drill' };
  expect((await find('hammer', [drill, { name: 'Steel Claw Hammer' }]))[0]).toBe(
    'Steel Claw Hammer',
  );
});

test.each([
  ['its size', 'Acme Gooseneck Kettle 1.7 l Temperature Control Pour Over Coffee Stainless Steel'],
  ['what it is made of', 'Acme Whistling Kettle of Enamelled Steel for Gas and Induction Stoves'],
])('head of the name: before %s, so the thing comes before its part', async (_, name) => {
  const lid = { name: 'Kettle Lid', popularity: 500 };
  expect((await find('kettle', [lid, { name, brand: 'Acme' }]))[0]).toBe(name);
});

test('head of the category: a product of the category, before one that mentions it', async () => {
  const poster = { name: 'Sofa Poster of a Room', categories: ['Home', 'Sofa Posters'] };
  const sofa = { name: 'Kivik, Three Seats', categories: ['Home', 'Sofas'] };
  expect((await find('sofa', [poster, sofa]))[0]).toBe('Kivik, Three Seats');
});

test('complement: the purpose of a product counts less than the product', async () => {
  const holder = { name: 'Holder for Steel Kettle of Any Size', categories: ['Kettles'] };
  const kettle = { name: 'Kettle of Steel with Long Handle', categories: ['Kettles'] };
  expect((await find('kettle', [holder, kettle]))[0]).toBe(kettle.name);
});

test('brand and type: a brand in the field for it, before one that is mentioned', async () => {
  const mentioned = { name: 'Mixer', description: 'As good as one of Brewster.' };
  const own = { name: 'Mixer', brand: 'Brewster', description: 'Two bowls.' };
  expect(await find('brewster mixer', [mentioned, own])).toHaveLength(2);
  const found = await find('brewster', [{ ...mentioned, name: 'Whisk' }, own]);
  expect(found).toEqual(['Mixer', 'Whisk']);
});

test('brand that looks like a plural: its products, before the things of that name', async () => {
  const loom = {
    name: 'Small Loom',
    categories: ['Looms'],
    popularity: 9_000,
    description: 'A loom.',
  };
  const rug = { name: 'Wool Rug', brand: 'Looms' };
  const throws = { name: 'Looms Soft Cotton Throw with Long Fringes', brand: 'Looms' };
  const tools = { name: 'Rug Shears', brand: 'Rug Looms' };
  const products = [loom, rug, throws, tools];
  expect((await find('looms', products)).slice(0, 2).toSorted()).toEqual([throws.name, rug.name]);
  expect((await find('looms rug', products))[0]).toBe(rug.name);
  expect((await find('loom', products))[0]).toBe(loom.name);
  expect((await find('looms', [loom, tools]))[0]).toBe(loom.name);
});

test('attribute and type: an attribute of the name before one of the description', async () => {
  const described = { name: 'Rain Jacket', description: 'Waterproof.' };
  const named = { name: 'Waterproof Jacket', description: 'For rain.' };
  const found = await find('waterproof jacket', [described, named, { name: 'Jacket' }]);
  expect(found).toEqual(['Waterproof Jacket', 'Rain Jacket', 'Jacket']);
});

test('category: a word of it is found, after words of names', async () => {
  const tent = { name: 'Tent', categories: ['Camping', 'Outdoor'] };
  const stove = { name: 'Camping Stove', categories: ['Kitchen'] };
  expect(await find('camping', [tent, stove])).toEqual(['Camping Stove', 'Tent']);
});

test('category: the query has its name, so its products come before an accessory with both words', async () => {
  const keyring = { name: 'Tennis Racket Keyring', categories: ['Tennis Accessories'] };
  const racket = {
    name: 'Aero 98 Graphite Adult Racket for Tennis Players 16x19 Lightweight',
    categories: ['Tennis', 'Tennis Rackets'],
  };
  for (const text of ['tennis racket', 'lightweight tennis racket for beginners']) {
    expect((await find(text, [keyring, racket]))[0]).toBe(racket.name);
  }
  const cleaner = { name: 'Zephyr V7 Bagged', categories: ['Vacuum Cleaners'] };
  const bags = { name: 'Zephyr Dust Bags V5', categories: ['Vacuum Cleaners', 'Vacuum Bags'] };
  expect((await find('vacuum cleaner bags', [cleaner, bags]))[0]).toBe(bags.name);
});

test('model: a number after a word, before another model with a rarer word of the query', async () => {
  const colours = ['Black', 'White', 'Red', 'Blue', 'Green', 'Pink', 'Gold', 'Grey', 'Clear'];
  const sleeves = colours.map((colour) => ({ name: `Sleeve for Phonix 6 - ${colour}` }));
  const wanted = { name: 'Mujjo Leather Wallet Case for Phonix 6 and 6s - Black' };
  const brown = { name: 'Nomad Leather Wallet Case for Phonix 7 - Brown' };
  const found = await find('leather wallet case phonix 6 brown', [brown, wanted, ...sleeves]);
  expect(found.slice(0, 2)).toEqual([wanted.name, brown.name]);
});

test('length: a short name with the word, before a long one', async () => {
  const long = { name: 'Green Garden Rake, Long Spade, Small Trowel and Bucket with Gloves' };
  expect((await find('green', [long, { name: 'Green Rake' }]))[0]).toBe('Green Rake');
  const filler = 'It is light, folds flat, and comes in a box with a manual in five languages. ';
  const verbose = { name: 'Lamp', description: `${filler.repeat(4)}Dimmable.` };
  const terse = { name: 'Light', description: 'Dimmable. It is light, and comes in a box.' };
  expect(await find('dimmable', [verbose, terse])).toEqual(['Light', 'Lamp']);
});

test('length: the thing with a long name, before a part of it with a very short one', async () => {
  const lid = { name: 'Kettle Lid', categories: ['Kettle Parts'], popularity: 500 };
  const long =
    'Bramford Gooseneck Electric Kettle Temperature Control Pour Over Coffee Tea Stainless Steel Matte Black';
  expect((await find('kettle', [lid, { name: long, categories: ['Kettles'] }]))[0]).toBe(long);
});

test('descriptions: one that repeats the word, before one that has it once', async () => {
  const once = { name: 'Lamp', description: 'Dimmable.' };
  const more = { name: 'Light', description: 'Dimmable by remote, dimmable by hand.' };
  expect(await find('dimmable', [once, more])).toEqual(['Light', 'Lamp']);
});

test.each(['HD-18', 'hd18', 'hd 18', 'HD 18'])('model number: %s', async (text) => {
  const models = [{ name: 'Drill HD-12, 18 volts' }, { name: 'Drill HD-18, 12 volts' }];
  expect((await find(text, models))[0]).toBe('Drill HD-18, 12 volts');
});

test('adjacent words count more than separate ones', async () => {
  const apart = { name: 'Tea Box Green', popularity: 500 };
  expect((await find('green tea', [apart, { name: 'Box Green Tea' }]))[0]).toBe('Box Green Tea');
});

test('the whole name comes before a longer one', async () => {
  const other = { name: 'Copper Moon Poster', categories: ['Posters'], popularity: 9_000 };
  expect((await find('copper moon', [other, { name: 'Copper Moon' }]))[0]).toBe('Copper Moon');
});

test('popularity decides among near-equals, and only among them', async () => {
  const rare = { name: 'Low Brown Solid Scandinavian Oak Chair', popularity: 1 };
  const popular = { name: 'Very Low Black Solid Scandinavian Oak Chair', popularity: 9_000 };
  const cover = { name: 'Cover for Oak Chair', popularity: 90_000 };
  const found = await find('oak chair', [rare, popular, cover]);
  expect(found).toEqual([popular.name, rare.name, cover.name]);
});

test('a rare word counts more than a common one', async () => {
  const phones = Array.from({ length: 20 }, (_, index) => ({ name: `Phone ${index}` }));
  const phone = { name: 'Small Phone', description: 'Without a zebra.' };
  const zebra = { name: 'Small Zebra', description: 'Without a phone.' };
  const found = await find('zebra phone', [...phones, phone, zebra]);
  expect(found.slice(0, 2)).toEqual(['Small Zebra', 'Small Phone']);
});

test('words like "for" and "with" are optional', async () => {
  expect(await find('case for phone', [{ name: 'Phone Case' }])).toEqual(['Phone Case']);
  expect(await find('for', [{ name: 'Case for Phone' }, { name: 'Phone' }])).toEqual([
    'Case for Phone',
  ]);
});

test('a relaxed list does not shrink to one product, which is as likely a wrong one', async () => {
  const weak = [{ name: 'Linen Spray' }, { name: 'Blue Paint' }];
  const [shower, door] = [{ name: 'Shower Curtain' }, { name: 'Door Curtain' }];
  const text = 'blue linen curtain';
  expect(await find(text, [shower, ...weak])).toHaveLength(3);
  const several = await find(text, [shower, door, ...weak]);
  expect(several.toSorted()).toEqual(['Door Curtain', 'Shower Curtain']);
});

test('a measure is found in any spelling', async () => {
  const cables = [{ name: "Cable 6' White" }, { name: 'Cable 3 ft, 6 colours' }];
  expect((await find('6 feet cable', cables))[0]).toBe("Cable 6' White");
  expect((await find('10000 mah', [{ name: 'Power Bank 10,000mAh' }]))[0]).toBeDefined();
});

test('a word of a long description is found by its prefix, too', async () => {
  const other = Array.from({ length: 2_000 }, (_, index) => index.toString(36)).join(' ');
  const manual = { name: 'Acme Manual', description: `${other} xylophone` };
  for (const text of ['xylophone', 'xylo', 'xylo manual']) {
    expect(await find(text, [manual])).toEqual([manual.name]);
  }
});
