import { toast } from '../ui/toast/toasts.ts';
import { Observable } from './observable.ts';

/** Something to ask the API. */
export interface Query<T> {
  /** Tells it from every other; one key, one type. */
  key: string;
  /** @param known the answer so far */
  ask: (signal: AbortSignal, known: T | undefined) => Promise<T>;
  /** Milliseconds for which an answer isn't asked for again; none by default. */
  freshMs?: number;
  /** What to tell the shopper of a failure; nothing where it has been told already. */
  explain?: ((error: unknown) => string | undefined) | undefined;
}

export interface Answer<T> {
  data: T | undefined;
  /** The last request did; what was known before it stays. */
  hasFailed: boolean;
  /** It has been asked for, and nothing is known yet. */
  isAwaited: boolean;
  /** Something happened that may have changed it, and nobody has asked since. */
  isOutdated: boolean;
}

/** Tells the shopper of a failure as the query has it. */
export function tellFailure(error: unknown, explain: Query<unknown>['explain']): void {
  const message = explain?.(error);
  if (message !== undefined) toast.error(message);
}

interface Request<T> {
  answer: Promise<T>;
  aborter: AbortController;
  explain: Query<T>['explain'];
}

/**
 * An answer of the API, and the request for it: however many want it at once, the server is asked once,
 * and all who show it follow. A failure is told at once (spec 8), and nothing is tried again by itself.
 */
export class KeptAnswer<T> {
  readonly #state = new Observable<Answer<T>>({
    data: undefined,
    hasFailed: false,
    isAwaited: false,
    isOutdated: false,
  });
  #request: Request<T> | undefined;
  /** Milliseconds since 1970. */
  #answeredAt = 0;
  /** It came with the page, and has been shown since. */
  #cameWithPage = false;

  /** The same object until something of it changes. */
  get state(): Answer<T> {
    return this.#state.value;
  }

  get isInUse(): boolean {
    return this.#state.isFollowed || this.#request !== undefined;
  }

  /** @returns stops following; an answer that nobody follows any more isn't waited for */
  follow(listener: () => void): () => void {
    const unfollow = this.#state.follow(listener);
    return () => {
      unfollow();
      if (this.#state.isFollowed) return;
      this.#cameWithPage = false;
      this.giveUp();
    };
  }

  /** Whether who begins to show it has to ask. */
  isStale(freshMs = 0): boolean {
    if (this.state.data === undefined) return true;
    return !this.#cameWithPage && Date.now() - this.#answeredAt >= freshMs;
  }

  /**
   * Asks the server, or joins who is asking.
   * @throws what asking throws, once the shopper has been told; AbortError where it was given up, or a
   * newer answer came first
   */
  load(query: Query<T>): Promise<T> {
    if (this.#request) {
      this.#request.explain ??= query.explain;
      return this.#request.answer;
    }
    const aborter = new AbortController();
    const answer = this.#ask(query, aborter.signal);
    this.#request = { answer, aborter, explain: query.explain };
    const isAwaited = this.state.data === undefined;
    this.#change({
      isAwaited,
      isOutdated: false,
      hasFailed: this.state.hasFailed && !isAwaited,
    });
    return answer;
  }

  /** What is known where that is fresh, else what the server says; throws as `load` does. */
  async fresh(query: Query<T>): Promise<T> {
    const { data } = this.state;
    return data === undefined || this.isStale(query.freshMs) ? this.load(query) : data;
  }

  /** A newer answer: one that was asked for before must not come after it. */
  set(data: T): void {
    this.#request?.aborter.abort();
    this.#request = undefined;
    this.#cameWithPage = false;
    this.#answeredAt = Date.now();
    const { data: known } = this.state;
    // The same again is the same object: nothing has to be rendered for it.
    const isSame = JSON.stringify(data) === JSON.stringify(known);
    this.#change({
      data: isSame ? known : data,
      hasFailed: false,
      isAwaited: false,
      isOutdated: false,
    });
  }

  /** What came with the page: taken where nothing is known yet. Who offers it asks again later. */
  offer(data: T): void {
    if (this.#state.value.data !== undefined) return;
    this.#change({ data });
    this.#cameWithPage = true;
  }

  /** Nobody waits for it any more. */
  giveUp(): void {
    if (this.#request === undefined) return;
    this.#request.aborter.abort();
    this.#request = undefined;
    this.#change({ isAwaited: false });
  }

  /** Something happened that may have changed it: what was asked before that is given up, too. */
  outdate(): void {
    this.giveUp();
    this.#answeredAt = 0;
    this.#cameWithPage = false;
    this.#change({ isOutdated: true });
  }

  async #ask(query: Query<T>, signal: AbortSignal): Promise<T> {
    try {
      const data = await query.ask(signal, this.state.data);
      signal.throwIfAborted();
      this.set(data);
      return data;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    const explain = this.#request?.explain;
    this.#request = undefined;
    this.#change({ hasFailed: true, isAwaited: false });
    tellFailure(error, explain);
  }

  /** Nobody is told where nothing is different. */
  #change(change: Partial<Answer<T>>): void {
    const { state } = this;
    const next = { ...state, ...change };
    const isSame =
      next.data === state.data &&
      next.hasFailed === state.hasFailed &&
      next.isAwaited === state.isAwaited &&
      next.isOutdated === state.isOutdated;
    if (!isSame) this.#state.set(next);
  }
}
