import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of the new screen after a navigation, for keyboards and screen readers.
 * When the page itself is loaded, the browser sets the focus. Lists and dialogs over them set it themselves.
 */
export function useRouteFocus(): void {
  const { pathname, search } = useLocation();
  const screen = pathname === '/' ? pathname : pathname + search;
  const last = useRef(screen);
  // Move the focus before the paint, so that a Tab right after it continues from the heading.
  useLayoutEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    const main = document.getElementById('main');
    const heading = main?.querySelector<HTMLElement>('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? main)?.focus({ preventScroll: true });
  }, [screen]);
}
