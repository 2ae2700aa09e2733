/** However busy the page is, by then it is done. */
const LATEST_MS = 500;

/**
 * Does something that can wait, once the page is drawn and answers.
 * @returns takes it back, as an effect does
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, LATEST_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(request);
}
