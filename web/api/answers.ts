/** What the API said, kept in the browser: docs/decisions/029-answers-in-the-browser.md */
import { KeptAnswer, type Query } from './kept-answer.ts';

/** So many answers are kept at least; those that are shown, in any case. */
const KEPT = 60;

/** All answers, by what was asked. */
export class Answers {
  readonly #kept = new Map<string, KeptAnswer<unknown>>();

  /** The one answer to a query, for everybody who asks. */
  of<T>(query: Query<T>): KeptAnswer<T> {
    // What is kept under a key is of the query's type.
    const kept = (this.#kept.get(query.key) as KeptAnswer<T> | undefined) ?? new KeptAnswer<T>();
    // The one used last stands last.
    this.#kept.delete(query.key);
    this.#kept.set(query.key, kept as KeptAnswer<unknown>);
    if (this.#kept.size > KEPT) this.#forgetOldest();
    return kept;
  }

  /** Asks the server, for who follows the answer: of a failure the shopper has been told. */
  reload<T>(query: Query<T>): void {
    this.of(query)
      .load(query)
      .catch(() => {});
  }

  /** Whatever is shown is asked for again, the rest when it is shown. */
  outdateAll(): void {
    // A copy: who is told looks here, too, which changes the order.
    for (const kept of [...this.#kept.values()]) kept.outdate();
  }

  #forgetOldest(): void {
    for (const [key, kept] of this.#kept) {
      if (kept.isInUse) continue;
      this.#kept.delete(key);
      return;
    }
  }
}
