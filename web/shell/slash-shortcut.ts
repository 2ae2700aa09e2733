import { type RefObject, useEffect } from 'react';

/** `/` moves the focus to the search box that is visible, unless somebody is writing. */
export function useSlashShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      const isWriting =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      const isVisible = input.current?.offsetParent != null;
      if (event.key !== '/' || isWriting || !isVisible) return;
      event.preventDefault();
      input.current?.select();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [input]);
}
