/** Builds segments in a worker thread, so that the event loop stays free for requests. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { IndexedProduct } from '../analysis/product-terms.ts';
import type { Segment } from './segment.ts';

/** An idle thread ends, because it keeps memory. Starting one takes about 50 ms. */
const IDLE_MS = 5_000;

/** The thread gets the products of a segment, and then its number. It replies to the number with the segment. */
export type BuilderMessage = { add: readonly IndexedProduct[] } | { build: number };

interface Thread {
  worker: Worker;
  /** Rejects when the thread ends. */
  ended: Promise<never>;
}

export class BuilderThread {
  #thread: Thread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * @param number the number of the segment
   * @param batches its products, in any order
   * @throws Error if the products can't be read, or the thread fails or ends; the next call starts a new one
   */
  async build(number: number, batches: AsyncIterable<readonly IndexedProduct[]>): Promise<Segment> {
    clearTimeout(this.#idleTimer);
    this.#thread ??= this.#start();
    const { worker, ended } = this.#thread;
    const send = (message: BuilderMessage): void => worker.postMessage(message);
    worker.ref();
    try {
      for await (const products of batches) send({ add: products });
      const reply = once(worker, 'message') as Promise<[Segment]>;
      send({ build: number });
      const [segment] = await Promise.race([reply, ended]);
      this.#idleTimer = setTimeout(() => this.end(), IDLE_MS).unref();
      return segment;
    } catch (error) {
      // The thread may have some of the products.
      if (this.#thread?.worker === worker) this.end();
      throw error;
    } finally {
      worker.unref();
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
