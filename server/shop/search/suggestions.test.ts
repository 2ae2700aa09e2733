import { expect, test } from 'vitest';
import type { Suggestion } from '../../../contract/catalogue.ts';
import * as messages from '../../../contract/messages.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { feedRecord } from '../../operations/feeds/feeds.testing.ts';
import { openSellingShop } from '../catalogue/selling.testing.ts';

const products = [
  { _id: 'studio', name: 'Kestrel Studio Headphones', popularity: 900 },
  { _id: 'travel', name: 'Kestrel Travel Headphones', popularity: 90 },
  { _id: 'wired', name: 'Merlin Wired Headphones' },
  { _id: 'stand', name: 'Headphone Stand', category: 'Stands' },
  { _id: 'kettle', name: 'Kettle', category: 'Kitchen', description: 'No headlong rush.' },
  { _id: 'tale', name: 'One Long Tale Told By Four Small Grey Birds Tonight', category: 'Books' },
];
const records = products.map(({ _id, ...record }) =>
  feedRecord(_id, { category: 'Headphones', ...record }),
);
const shop = await openSellingShop(records);

async function suggest(value: string): Promise<Suggestion[]> {
  const reply = await shop.call('GET', `${paths.suggestions}?value=${encodeURIComponent(value)}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const words = (text: string) => ({ kind: 'words', text });
const category = (text: string) => ({ kind: 'category', text });
const product = (text: string) => {
  const productId = products.find(({ name }) => name === text)?._id;
  return { kind: 'product', text, productId };
};

test('suggestions are frequent words first, then categories, then products, each text once', async () => {
  expect(await suggest('hea')).toEqual([
    words('headphones'),
    product('Kestrel Studio Headphones'),
    product('Kestrel Travel Headphones'),
    product('Merlin Wired Headphones'),
    product('Headphone Stand'),
    // Its description has `headlong`.
    product('Kettle'),
  ]);
  expect(await suggest('kit')).toEqual([words('kitchen'), product('Kettle')]);
  expect(await suggest('k')).toContainEqual(words('kestrel'));
});

test('a word is completed among the products that have the words before it', async () => {
  expect(await suggest('Kestrel t')).toEqual([
    words('kestrel travel'),
    product('Kestrel Travel Headphones'),
  ]);
});

test('the typed text is no suggestion, unless it leads to a product', async () => {
  expect(await suggest('headphones')).not.toContainEqual(category('Headphones'));
  expect(await suggest('Kettle')).toEqual([product('Kettle')]);
});

test('a long name is suggested after any number of its words', async () => {
  const suggested = product('One Long Tale Told By Four Small Grey Birds Tonight');
  expect(await suggest('one long tale told')).toContainEqual(suggested);
  expect(await suggest('one long tale told by four small grey birds')).toContainEqual(suggested);
});

test('a typo is corrected and completed', async () => {
  expect(await suggest('kestrel travle')).toContainEqual(product('Kestrel Travel Headphones'));
});

test.each([
  ['in a description', 'headl'],
  ['some words of which no product has', 'kestrel wireless studio headphones'],
  ['two words of which one is nowhere', 'kettle xylophone'],
  ['two words that no product has together', 'merlin st'],
])('the products are the first ones of the search: %s', async (_, text) => {
  const found = (await shop.call('GET', searchPath(text))).json();
  const suggested = (await suggest(text)).filter(({ kind }) => kind === 'product');
  expect(found).not.toEqual([]);
  expect(suggested.map((each) => each.text)).toEqual(
    found.slice(0, suggested.length).map(({ name }: { name: string }) => name),
  );
  expect(suggested).not.toEqual([]);
});

test.each(['', '   ', '"', '(((', 'xylophone'])('nothing is suggested for "%s"', async (value) => {
  expect(await suggest(value)).toEqual([]);
});

test('two values at once are refused', async () => {
  const reply = await shop.call('GET', `${paths.suggestions}?value=a&value=b`);
  expect([reply.statusCode, reply.json().message]).toEqual([400, messages.searchTextInvalid]);
});
