/** Builds one segment after the other in a worker thread; see `BuilderThread`. */
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import type { BuilderMessage } from './builder-thread.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** Lower than usual, so that requests come first on a server whose cores are all busy. */
const NICE = 5;

// On other systems, this would be the priority of the whole server.
if (platform === 'linux') lowerPriority();

let builder: SegmentBuilder | undefined;

parentPort?.on('message', (message: BuilderMessage) => {
  if (message !== 'end') {
    if ('begin' in message) builder = new SegmentBuilder(message.begin);
    else builder?.add(message.add);
    return;
  }
  const segment = builder?.build();
  builder = undefined;
  parentPort?.postMessage(segment, buffersOf(segment));
});

function lowerPriority(): void {
  try {
    setPriority(NICE);
  } catch {
    // The process has a lower priority already, or a sandbox forbids the call. Both are no reason to build no index.
  }
}

/** The memory of all arrays in an object, to transfer it and not copy it. */
function buffersOf(value: unknown): ArrayBuffer[] {
  // Safe: no array shares memory with another thread.
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.values(value).flatMap(buffersOf) : [];
}
