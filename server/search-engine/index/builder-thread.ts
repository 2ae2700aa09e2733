/** Builds segments in a worker thread, so that the event loop stays free for requests. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexedProduct } from '../interface.ts';
import { type Segment, type SegmentArrays, toSegment } from './segment.ts';

/** An idle thread ends, because it keeps memory. Starting one takes about 50 ms. */
const IDLE_MS = 5_000;

/** What the thread gets: the segment to begin, then its products, then an end. The thread replies to the end. */
export type BuilderMessage = { begin: number } | { add: readonly IndexedProduct[] } | 'end';

interface Thread {
  worker: Worker;
  /** Rejects when the thread ends. */
  ended: Promise<never>;
}

export class BuilderThread {
  #thread: Thread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * @param batches the products of the segment; they must not change, and may be in any order
   * @throws Error if the thread fails or ends; the next call starts a new one
   */
  async build(number: number, batches: AsyncIterable<readonly IndexedProduct[]>): Promise<Segment> {
    clearTimeout(this.#idleTimer);
    this.#thread ??= this.#start();
    const { worker, ended } = this.#thread;
    const send = (message: BuilderMessage): void => worker.postMessage(message);
    worker.ref();
    try {
      send({ begin: number });
      for await (const products of batches) send({ add: products });
      const reply = once(worker, 'message') as Promise<[SegmentArrays]>;
      send('end');
      const [arrays] = await Promise.race([reply, ended]);
      return toSegment(arrays);
    } finally {
      worker.unref();
      this.#idleTimer = setTimeout(() => this.end(), IDLE_MS).unref();
    }
  }

  /** Ends the thread. A segment that is being built fails. */
  end(): void {
    clearTimeout(this.#idleTimer);
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
  }

  #start(): Thread {
    // The worker is beside this file: as source, or in the folder of the bundle.
    const file = new URL(`./segment-worker${extname(import.meta.filename)}`, import.meta.url);
    const worker = new Worker(file);
    const ended = new Promise<never>((_, reject) => {
      worker.once('error', reject);
      worker.once('exit', () =>
        reject(new Error('The thread that builds the search index ended.')),
      );
    });
    ended.catch(() => {
      if (this.#thread?.worker === worker) this.#thread = undefined;
    });
    return { worker, ended };
  }
}
