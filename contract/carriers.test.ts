import { expect, test } from 'vitest';
import { trackingAddress } from './carriers.ts';

const own = [
  { name: 'Parcel Post', url: 'https://post.example/{number}?n={number}#top' },
  { name: 'DHL', url: 'https://dhl.example/{number}' },
];

test('a parcel is followed at the carrier of the shop first, whatever characters its number has', () => {
  expect(trackingAddress('parcel  post ', 'A 1/$&', own)).toBe(
    'https://post.example/A%201%2F%24%26?n=A%201%2F%24%26#top',
  );
  expect(trackingAddress('dhl', '1', own)).toBe('https://dhl.example/1');
  expect(trackingAddress('dhl', '1')).toMatch(/^https:\/\/www\.dhl\.com\//);
  expect(trackingAddress('Other', '1', own)).toBeUndefined();
});
