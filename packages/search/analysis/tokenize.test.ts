import { expect, test } from 'vitest';
import { analyze, tokenize } from './tokenize.ts';

test.each([
  ['Crème Brûlée', 'creme brulee'],
  ['HEADPHONES', 'headphone'],
  ['batteries', 'battery'],
  ['watches and boxes', 'watch and box'],
  ['glass, bus, tennis', 'glass bus tennis'],
  ['gas', 'gas'],
  ["men's, mens, men", 'man man man'],
  ['knives and shelves', 'knife and shelf'],
  ['55in', '55 inch'],
  ['55 inches', '55 inch'],
  ['55-inch', '55 inch'],
  ['55" TV', '55 inch tv'],
  ['55″', '55 inch'],
  ['4.5-Inch', '4 5 inch'],
  ['16GB', '16 gb'],
  ['16 GB', '16 gb'],
  ['2 terabytes', '2 tb'],
  ['1 kilogram, 500grams', '1 kg 500 g'],
  ['4G, 5g, 8g, 4 grams', '4g 5g 8 g 4 g'],
  ["a 6' cable, Men's 6's", 'a 6 foot cable man 6s'],
  ['10,000 mAh, 1,5', '10000 mah 1 5'],
  ['plugs in', 'plug in'],
  ['½ kg, 1½ l, 1 3/4", 0,5 kg', '0 5 kg 1 5 l 1 75 inch 0 5 kg'],
  ['6/12 V, 24/7, 1/2/3, AC3/4', '6 12 volt 24 7 1 2 3 ac3 4'],
  ['3 constructor sets', '3 constructor set'],
  ['3constructor', '3constructor'],
  ['PS4', 'ps4'],
  ['t-shirt', 't shirt'],
  ['A&B #1 50%', 'a b 1 50'],
  ['हिन्दी किताब', 'हिन्दी किताब'],
  ['中文 词典', '中文 词典'],
  ['', ''],
  [' -- ', ''],
])('the terms of "%s" are "%s"', (text, terms) => {
  expect(tokenize(text).join(' ').normalize('NFC')).toBe(terms.normalize('NFC'));
});

test('a fraction of a measure has the form of the decimal', () => {
  const [half] = analyze('0.5 kg').forms;
  expect(half).toBe('500g');
  for (const text of ['½ kg', '1/2 kg', '½kg']) {
    expect(analyze(text).forms).toEqual([half]);
  }
});

test('a unit without a number before it is an ordinary word', () => {
  expect(tokenize('24 in wide').join(' ')).toBe('24 inch wide');
  expect(tokenize('made in gold 18 in long').join(' ')).toBe('made in gold 18 inch long');
});

test.each([
  ['T-Shirt', 't shirt tshirt'],
  ['2.5-Inch HD-18', '2 5 inch hd 18 hd18'],
  ['Wi-Fi camera', 'wi fi camera wifi'],
  ['55-inch', '55 inch'],
  ['HD-18', 'hd 18 hd18'],
  ['4-port', '4 port'],
  ['plain words', 'plain word'],
])('with compounds the terms of "%s" are "%s"', (text, terms) => {
  const analyzed = analyze(text);
  expect([...analyzed.terms, ...analyzed.forms].join(' ')).toBe(terms);
});
