import { useSyncExternalStore } from 'react';

/** A value that components follow: those that show it are rendered again when it is another one. */
export class Observable<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  /** Told at once: the next click, however fast, finds the page as this one left it. */
  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  /** @returns stops following */
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** For values that only change in the browser. */
export function useObservable<T>(observable: Observable<T>): T {
  const read = () => observable.value;
  return useSyncExternalStore(observable.follow, read, read);
}
