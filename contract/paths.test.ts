import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressPath,
  orderPath,
  paths,
  productPath,
  productsByIdsPath,
  searchPath,
} from './paths.ts';

test('R9: the paths of the calls', () => {
  expect(paths).toMatchObject({
    register: '/api/v1/auth/register',
    login: '/api/v1/auth/login',
    products: '/api/v1/products',
    search: '/api/v1/products/search',
    cart: '/api/v1/cart',
    checkout: '/api/v1/cart/checkout',
    addresses: '/api/v1/user/addresses',
  });
});

test('search text is URL-encoded: any text is decoded to itself', () => {
  expect(searchPath('a+b c&50%')).toBe('/api/v1/products/search?value=a%2Bb%20c%2650%25');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const url = new URL(searchPath(text), 'http://shop.invalid');
      expect([...url.searchParams]).toEqual([['value', text]]);
      expect(url.hash).toBe('');
    }),
  );
});

describe('an id is one segment of a path, whatever characters it has', () => {
  test.each([
    ['product', productPath, paths.products],
    ['address', addressPath, paths.addresses],
    ['order', orderPath, paths.orders],
  ])('%s', (_, path, base) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const segment = path(id).slice(base.length + 1);
        expect(segment).not.toMatch(/[/?#]/);
        expect(decodeURIComponent(segment)).toBe(id);
      }),
    );
  });

  test('several ids are separated by commas, and their own commas are encoded once more', () => {
    expect(productsByIdsPath(['a', 'b c', 'd,e'])).toBe('/api/v1/products?ids=a,b%20c,d%252Ce');
  });
});
