import type { FeedProduct } from '../feed.ts';

/** A search that is filled with the products, and ready. */
export interface Engine {
  name: string;
  /** Places in the feed, best first; at most the 100 of one page, or all where it knows no pages. */
  search(text: string): Promise<number[]> | number[];
  /**
   * Forgets what it learned from queries, as answers or corrections, so that timing them again is
   * timing them as new.
   */
  forget?(): Promise<void>;
  close?(): Promise<void>;
}

export type OpenEngine = (products: readonly FeedProduct[]) => Promise<Engine> | Engine;
