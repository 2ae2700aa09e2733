import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of the new screen after a navigation, for keyboards and screen readers.
 * When the page itself is loaded, the browser sets the focus.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  // Move the focus before the paint, so that a Tab right after it continues from the heading.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById('main');
    const heading = main?.querySelector<HTMLElement>('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? main)?.focus({ preventScroll: true });
  }, [pathname]);
}
