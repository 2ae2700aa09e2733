/** The task is begun after this time even if the page is busy. */
const LATEST_MS = 500;

/** Begins a task when the page is idle. @returns a function that cancels it */
export function whenIdle(begin: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(begin, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(begin, { timeout: LATEST_MS });
  return () => cancelIdleCallback(request);
}
