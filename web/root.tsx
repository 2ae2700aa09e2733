import fontUrl from 'display-font.woff2?url';
import { memo, type ReactNode, use, useState } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { Answers } from './api/answers.ts';
import { AnswersContext } from './api/use-query.ts';
import { NonceContext, pageContext } from './page-context.ts';
import { SESSION_ATTRIBUTE } from './session/session.ts';
import { Connection } from './shell/connection.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { Logo } from './shell/logo.tsx';
import { SiteMeta } from './shell/page-meta.tsx';
import { useRouteFocus } from './shell/route-focus.ts';
import { hasSameData } from './shell/same-data.ts';
import { WebManifest } from './shell/web-manifest.tsx';
import { Button } from './ui/button.tsx';
import { LateToaster } from './ui/toast/late-toaster.tsx';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import styles from './root.module.css';

/**
 * Runs before the first paint: everybody gets the same HTML, and this tells it that somebody is
 * logged in, so that nothing has to move when the session is read.
 */
const markSession = `try{document.documentElement.setAttribute(${JSON.stringify(SESSION_ATTRIBUTE)},localStorage.getItem('token')===null?'out':'in')}catch{}`;

export function loader({ context }: Route.LoaderArgs) {
  return { origin: context.get(pageContext).origin };
}

/** What it says doesn't change while the page is open. */
export function shouldRevalidate() {
  return false;
}

export function links() {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', href: fontUrl, crossOrigin: 'anonymous' },
    { rel: 'icon', sizes: '32x32', href: '/favicon.ico' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  ];
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  return (
    // The script in the head has marked it already when React gets here.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#f6f8f5" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#101512" media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: markSession }} />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default memo(function Root({ loaderData: { origin } }: Route.ComponentProps) {
  const [answers] = useState(() => new Answers());
  useRouteFocus();
  return (
    <AnswersContext value={answers}>
      <SiteMeta origin={origin} />
      <WebManifest />
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <Connection />
      <main id="main" className={styles.main} tabIndex={-1}>
        <noscript>
          <p className={styles.noScript}>
            Looking at the products and searching them works without JavaScript. Logging in, the
            cart and ordering need it.
          </p>
        </noscript>
        <Outlet />
      </main>
      <Footer />
      <LateToaster />
    </AnswersContext>
  );
}, hasSameData);

/** Never a white page: an apology, and the way on. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className={styles.crash}>
      <Logo />
      <title>Something went wrong | QKart</title>
      <h1>{isMissing ? 'This page does not exist' : 'Sorry, something went wrong'}</h1>
      <p>
        {isMissing
          ? 'The address may be mistyped, or the page is gone.'
          : 'It is our fault, not yours. Your cart is safe.'}
      </p>
      <p>
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </p>
      <p>
        <a href="/">All products</a>
      </p>
    </main>
  );
}
