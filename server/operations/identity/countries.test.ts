import { expect, test } from 'vitest';
import { countryName } from '../../../contract/countries.ts';
import { currentCodeOf, isCountry } from './countries.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((one) => letters.map((other) => one + other)).filter(isCountry);

test('249 codes are countries, each of which has a name and no other code', () => {
  expect(codes).toHaveLength(249);
  expect(codes.filter((code) => countryName(code) === undefined)).toEqual([]);
  expect(codes.filter((code) => currentCodeOf(code) !== undefined)).toEqual([]);
});

test('withdrawn and reserved codes are no countries, and lead to the present one', () => {
  for (const [code, current] of [
    ['UK', 'GB'],
    ['FX', 'FR'],
    ['ZR', 'CD'],
    ['EU', undefined],
    ['XX', undefined],
    ['ZZ', undefined],
  ] as const) {
    expect([isCountry(code), currentCodeOf(code)]).toEqual([false, current]);
  }
});
