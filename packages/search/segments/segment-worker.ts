/** Builds one segment after the other in a worker thread; see `BuilderThread`. */
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { type ProductTerms, ProductTokenizer } from '../analysis/product-terms.ts';
import type { BuilderMessage } from './builder-thread.ts';
import { buildSegment } from './segment-builder.ts';

/** Lower than usual, so that requests come first on a server whose cores are all busy. */
const NICE = 5;

try {
  // On other systems, this would be the priority of the whole server.
  if (platform === 'linux') setPriority(NICE);
} catch {
  // The process has a lower priority already, or a sandbox forbids the call. Both are no reason to build no index.
}

let tokenizer = new ProductTokenizer();
let products: ProductTerms[] = [];

parentPort?.on('message', (message: BuilderMessage) => {
  if ('add' in message) {
    for (const product of message.add) products.push(tokenizer.tokenize(product));
    return;
  }
  tokenizer.joinNames(products);
  const segment = buildSegment(message.build, products, tokenizer.terms);
  tokenizer = new ProductTokenizer();
  products = [];
  parentPort?.postMessage(segment, buffersOf(segment));
});

/** The memory of all arrays in an object, to transfer it and not copy it. */
function buffersOf(value: unknown): ArrayBuffer[] {
  // Safe: no array shares memory with another thread.
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.values(value).flatMap(buffersOf) : [];
}
