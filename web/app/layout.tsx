import type { ReactNode } from 'react';
import { CartSkipLink } from '../cart/cart-link.tsx';
import { Toaster } from '../ui/toast/toaster.tsx';
import { Connection } from './connection.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { useRouteFocus } from './route-focus.ts';

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
