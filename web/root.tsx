import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/primitives.css';
import displayFont from '@fontsource/gabarito/files/gabarito-latin-700-normal.woff2?url';
import textFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type ReactNode, use, useEffect } from 'react';
import { Links, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router';
import type { Route } from './+types/root.ts';
import { ErrorPage } from './app/error-page.tsx';
import { fetchScripts } from './app/fetch-scripts.ts';
import { firstScript } from './app/first-script.ts';
import { FOOTER_ID } from './app/footer.tsx';
import { PageLayout } from './app/layout.tsx';
import { NonceContext, pageContext, ScreenScriptsContext } from './app/page-context.ts';
import { BrowserLooks, ShopColors, SiteMeta } from './app/page-meta.tsx';
import { type Site, useSite } from './session/site.ts';
import { whenIdle } from './ui/idle.ts';

export async function loader({ context }: Route.LoaderArgs): Promise<Site> {
  const { origin, shop, hasGroups } = context.get(pageContext);
  return { origin, hasGroups: await hasGroups(), ...(shop && { shop }) };
}

/** The loader runs once, because its data does not change while the page is open. */
export function shouldRevalidate() {
  return false;
}

export function links() {
  return [textFont, displayFont].map((href) => ({
    ...{ rel: 'preload', as: 'font', type: 'font/woff2', href },
    crossOrigin: 'anonymous',
  }));
}

/** Renders the document. Header and footer are here so that the error page has them, too. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  const { origin, hasGroups } = useSite() ?? {};
  return (
    // The script in the head sets an attribute before hydration, and the browser does not know the scripts.
    <html
      lang="en"
      data-public-origin={origin}
      data-groups={hasGroups ? '' : undefined}
      data-screens={use(ScreenScriptsContext)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {/* No script reads these elements, and React keeps what it finds in the head. */}
        {import.meta.env.SSR && (
          <>
            <BrowserLooks />
            <SiteMeta />
            {/* Shows the page once all of its HTML has arrived, because centred and right-aligned parts would move until then. */}
            <link rel="expect" href={`#${FOOTER_ID}`} blocking="render" />
          </>
        )}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // It has run before this page is hydrated.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? firstScript() : '' }}
        />
        <Links nonce={nonce} />
        <ShopColors />
      </head>
      <body>
        <PageLayout>{children}</PageLayout>
        <IdleScreens />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}

/**
 * Loads the scripts of all screens when the page is idle. A link to a screen then works while the server restarts or
 * the browser is offline: without the script, the router would load the page anew and end on the browser's error page.
 * The router's own `PrefetchPageLinks` would do the same if a script that nobody asked for can't be loaded.
 */
function IdleScreens() {
  useEffect(() => whenIdle(() => void loadScreens().catch(() => {})), []);
  return null;
}

async function loadScreens(): Promise<void> {
  const scripts = document.documentElement.dataset.screens?.split(' ') ?? [];
  await fetchScripts(scripts);
  await Promise.all(scripts.map((path) => import(/* @vite-ignore */ path)));
}
