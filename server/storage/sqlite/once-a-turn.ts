/** One look for all that ask within one turn of the event loop: what arrived together sees the same. */
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
