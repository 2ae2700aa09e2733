/** Whether somebody looks at this page; not every window that is seen has the keyboard. */
export function isSeen(): boolean {
  return document.visibilityState !== 'hidden';
}

/**
 * A window that comes to the front counts as well as a tab that becomes visible: two may be in view.
 * @returns stops listening
 */
export function onReturn(listener: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const tell = () => isSeen() && listener();
  window.addEventListener('focus', tell, { signal });
  window.addEventListener('visibilitychange', tell, { signal });
  return () => listening.abort();
}
