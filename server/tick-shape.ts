/** See docs/decisions/032. */
import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps `process.nextTick` fast, where it is called as the first thing that a server does. For each tick
 * Node makes an object with computed keys. V8 forgets what those look like in a full garbage collection
 * that finds none of them, and in time makes each by a call of its runtime, until the process ends. It
 * can't forget what one that is kept looks like.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
