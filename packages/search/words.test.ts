/** Which words of a query are the words of a product: ids, measures, compounds, and every script. */
import { afterAll, expect, test } from 'vitest';
import { SearchEngine } from './index.ts';
import { MemorySource } from './memory-source.testing.ts';

const products = [
  { id: 'KT-INS114-DRE', name: 'Insulation Tape Dark Red' },
  { id: 'tape-2', name: 'Packing Tape', description: 'Like KT-INS114-DRE.' },
  { id: '70411', name: 'Sony Headphones WH-1000XM4' },
  { id: 'drill', name: 'Combi Drill DHP484Z 18V' },
  { id: 'bolt-a', name: 'Hex Bolt M8x40' },
  { id: 'bolt-b', name: 'Hex Bolt M8 × 50' },
  { id: 'reg', name: 'Voltage Regulator LM317T' },
  { id: 'disk', name: 'External Drive 1 TB' },
  { id: 'ram', name: 'Memory 2000 GB' },
  { id: 'water', name: 'Spring Water 1.5 l' },
  { id: 'fable-3', name: 'Fable III' },
  { id: 'fable-2', name: 'Fable II' },
  { id: 'light', name: 'Torch Flash Light' },
  { id: 'lights', name: 'Mini Flashlight' },
  { id: 'sharp', name: 'Learning C#' },
  { id: 'plus', name: 'Learning C++' },
  { id: 'cookie', name: '抹茶クッキー 12個入り' },
  { id: 'ears', name: '无线蓝牙耳机' },
  { id: 'bag', name: 'กระเป๋าเป้สะพายหลัง' },
  { id: 'spoon', name: 'Łyżka drewniana' },
  { id: 'knife', name: 'Käsemesser aus Edelstahl' },
  { id: 'book', name: 'الكتاب الجديد' },
  { id: 'phone-s', name: 'Phonix S7' },
  { id: 'phone-6', name: 'Phonix 6s' },
  { id: 'moon', name: 'Copper Moon' },
  { id: 'poster', name: 'Copper Moon Poster', category: 'Copper Moon', popularity: 1_000_000 },
];
const source = new MemorySource(products.map((product, position) => ({ ...product, position })));
const engine = new SearchEngine(source);
await engine.build();
afterAll(() => engine.close());

function find(text: string, exact = true): string[] {
  const request = { text, exact, filters: {}, sort: 'relevance' } as const;
  return engine.search(request, 10).results.map(({ position }) => products[position]?.id ?? '');
}

test.each([
  ...['KT-INS114-DRE', 'kt ins114 dre', 'KTINS114DRE'].map((text) => [
    text,
    'KT-INS114-DRE tape-2',
  ]),
  ['KT-INS114', 'KT-INS114-DRE tape-2'],
  ['INS114-DRE', 'KT-INS114-DRE tape-2'],
  ['114dre', 'KT-INS114-DRE'],
  ['tape-2', 'tape-2'],
  ['70411', '70411'],
  ...['WH-1000XM4', 'wh 1000 xm4', 'wh1000xm4', 'xm4', '1000xm4'].map((text) => [text, '70411']),
  ...['dhp484z', 'DHP 484 Z', '484z', 'dhp484'].map((text) => [text, 'drill']),
  ...['lm317', 'LM 317', '317t'].map((text) => [text, 'reg']),
  ...['m8x40', 'm8 x 40', 'M8×40'].map((text) => [text, 'bolt-a']),
  ['m8x50', 'bolt-b'],
  ['1000 gb', 'disk'],
  ['2tb', 'ram'],
  ...['1500ml', '1.5l', '1,5 l', '150 cl'].map((text) => [text, 'water']),
  ['fable 3', 'fable-3'],
  ['fable ii', 'fable-2 fable-3'],
  ['flashlight', 'lights light'],
  ['flash lights', 'light lights'],
  ['c#', 'sharp'],
  ['c++', 'plus'],
  ...['クッキー', '抹茶', 'ッキ'].map((text) => [text, 'cookie']),
  ...['蓝牙', '耳机', '牙耳'].map((text) => [text, 'ears']),
  ...['เป้', 'กระเป๋า'].map((text) => [text, 'bag']),
  ...['lyzka', 'łyżka'].map((text) => [text, 'spoon']),
  ...['kaese', 'käse', 'kase'].map((text) => [text, 'knife']),
  ['كتاب', 'book'],
  ['copper moon', 'moon poster'],
])('%s finds %s', (text = '', ids) => {
  expect(find(text).join(' ')).toBe(ids);
});

test.each([
  ['phonixs7', 'phone-s'],
  ['phonix6s', 'phone-6'],
  ['redtape', 'KT-INS114-DRE'],
])('%s is two words written as one', (text = '', id) => {
  expect(find(text, false)[0]).toBe(id);
});
