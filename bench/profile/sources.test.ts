import { expect, it } from 'vitest';
import { modulesOf } from './sources.ts';

it('finds the module of each line of a built file', () => {
  const text = `import "node:net";
// server/cart/carts.ts
/** Of carts. */
const carts = 1;
// kept for later
// node_modules/@fastify/cors/index.js
module.exports = carts;`;
  expect(modulesOf(text)).toEqual([
    '',
    'server/cart/carts.ts',
    'server/cart/carts.ts',
    'server/cart/carts.ts',
    'server/cart/carts.ts',
    'node_modules/@fastify/cors/index.js',
    'node_modules/@fastify/cors/index.js',
  ]);
});
