/**
 * Shares a result between all requests that the event loop reads in one turn. Call it for requests only: a timer runs
 * before the requests of its turn are read, and they must not get what it saw.
 */
export function onceATurn<T>(look: () => T): () => T {
  let seen: { value: T } | undefined;
  return () => {
    if (seen === undefined) {
      seen = { value: look() };
      setImmediate(() => {
        seen = undefined;
      });
    }
    return seen.value;
  };
}
