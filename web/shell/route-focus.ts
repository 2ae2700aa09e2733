import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After going to another screen, the focus goes to its heading, so that keyboard and screen reader
 * are where the eye is. Not on arrival: there the browser decides.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  // Before the screen is painted: whoever sees it and presses Tab at once goes on from its heading.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const main = document.getElementById('main');
    const heading = main?.querySelector<HTMLElement>('h1');
    if (heading) heading.tabIndex = -1;
    (heading ?? main)?.focus({ preventScroll: true });
  }, [pathname]);
}
