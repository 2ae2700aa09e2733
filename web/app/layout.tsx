import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { CartSkipLink } from '../cart/cart-link.tsx';
import { Toaster } from '../ui/toast/toaster.tsx';
import { Connection } from './connection.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';

/** Renders header, footer and toasts around every screen, including the error page. */
export function PageLayout({ children }: { children: ReactNode }) {
  useRouteFocus();
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <CartSkipLink className={styles.skip} />
      <Header />
      <Connection />
      <main id="main" className={styles.main} tabIndex={-1}>
        <noscript>
          <p className={styles.noScript}>
            Looking at the products and searching them works without JavaScript. Logging in, the
            cart and ordering need it.
          </p>
        </noscript>
        {children}
      </main>
      <Footer />
      <Toaster />
    </>
  );
}

/**
 * Moves the focus to the heading of the new screen after a navigation, for keyboards and screen readers.
 * When the page itself is loaded, the browser sets the focus. Lists and dialogs over them set it themselves.
 */
function useRouteFocus(): void {
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
