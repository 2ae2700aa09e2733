/**
 * Renders a screen as the browser's entry does, inside the page in which all of these tests run: the real routes, router,
 * query client and styles. What needs a navigation, a reload, hydration or a real server is tested in `e2e/`.
 */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/primitives.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, StrictMode, useEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import {
  createBrowserRouter,
  Outlet,
  type RouteObject,
  RouterContextProvider,
  useLoaderData,
  useRouteError,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { test as base, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PageShop } from '../../contract/pages.ts';
import { screens } from '../../contract/screens.ts';
import { ErrorPage } from '../app/error-page.tsx';
import { PageLayout } from '../app/layout.tsx';
import { configureForBrowser, createQueryClient, queryClientContext } from '../app/query-client.ts';
import { forgetWithSession } from '../order/order-store.ts';
import PrivateScreens, { clientMiddleware } from '../routes/private/route.tsx';
import { clearSession, SESSION_ATTRIBUTE, startSession } from '../session/session.ts';
import type { Site } from '../session/site.ts';
import { shownNotice } from '../ui/toast/toasts.ts';
import { ShopApi } from './api.ts';

export type { Locator } from 'vitest/browser';
export * from './locators.ts';
export { expect };

/** The part of a route's module that these tests need. */
interface RouteModule {
  default: ComponentType<{ loaderData: unknown }>;
  clientLoader?: RouteObject['loader'];
  shouldRevalidate?: RouteObject['shouldRevalidate'];
  HydrateFallback?: ComponentType;
}

const modules = import.meta.glob<RouteModule>('../routes/*/route.tsx');

configureForBrowser();
forgetWithSession();

interface Fixtures {
  shop: ShopApi;
  /** Stores a session before the screen is opened. */
  logIn: () => void;
  /** Messages that this test allows in the console. */
  mayFail: RegExp | undefined;
  quietConsole: undefined;
}

/** A test of a visitor. Any error or warning in the console fails it. */
export const test = base.extend<Fixtures>({
  mayFail: undefined,
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs
    async ({}, use) => {
      const shop = new ShopApi();
      // A logout forgets what an earlier test left: the session and how it ended, its order, session storage.
      startSession({ username: 'before', token: 'before' });
      clearSession();
      vi.stubGlobal('fetch', shop.fetch);
      await use(shop);
      close();
      vi.useRealTimers();
      vi.unstubAllGlobals();
      await page.viewport(1280, 800);
    },
    { auto: true },
  ],
  logIn: ({ shop: { username, token } }, use) =>
    use(() => void Object.assign(localStorage, { username, token, balance: '5000' })),
  quietConsole: [
    async ({ mayFail }, use) => {
      const said: string[] = [];
      const listen = (...texts: unknown[]) => {
        const text = texts.map(String).join(' ');
        if (!mayFail?.test(text)) said.push(text);
      };
      const spies = (['error', 'warn'] as const).map((name) =>
        vi.spyOn(console, name).mockImplementation(listen),
      );
      await use(undefined);
      for (const spy of spies) spy.mockRestore();
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

/** A test of a shopper who is logged in from the start. */
export const loggedInTest = test.extend<{ session: undefined }>({
  session: [
    async ({ logIn }, use) => {
      logIn();
      await use(undefined);
    },
    { auto: true },
  ],
});

let root: Root | undefined;
let ownShop: PageShop | undefined;
let settled = Promise.withResolvers<void>();
/** A shop with an identity that has nothing but a name. */
const birch: PageShop = {
  name: 'Birch',
  icon: '/favicon.svg',
  touchIcon: '/apple-touch-icon.png',
  manifest: '/manifest.webmanifest',
};
let router: ReturnType<typeof createBrowserRouter> | undefined;

/**
 * Opens a screen, as if its address had been loaded. Waits until it is rendered.
 * @param shop the identity of the shop, if it has one
 */
export async function open(path: string, shop?: Partial<PageShop>): Promise<void> {
  ownShop = shop && { ...birch, ...shop };
  close();
  shownNotice.set(undefined);
  // The first click would else give the focus to the window, whereupon everything is refetched.
  window.focus();
  history.replaceState(null, '', path);
  const isLoggedIn = localStorage.getItem('token') !== null;
  document.documentElement.setAttribute(SESSION_ATTRIBUTE, isLoggedIn ? 'in' : 'out');
  const client = createQueryClient();
  const getContext = () => new RouterContextProvider(new Map([[queryClientContext, client]]));
  settled = Promise.withResolvers();
  router = createBrowserRouter(routes, { getContext });
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  await settled.promise;
  await expect.element(page.getByRole('banner')).toBeInTheDocument();
}

/** Goes to another screen without loading a page, as a link does. */
export async function goTo(path: string): Promise<void> {
  await router?.navigate(path);
}

function close(): void {
  router?.dispose();
  root?.unmount();
  root = undefined;
}

const routes: RouteObject[] = [
  {
    id: 'root',
    loader: (): Site => ({
      origin: location.origin,
      hasGroups: false,
      ...(ownShop && { shop: ownShop }),
    }),
    Component: Page,
    ErrorBoundary: () => (
      <Layout>
        <ErrorPage error={useRouteError()} />
      </Layout>
    ),
    HydrateFallback: () => null,
    children: [
      ...routesOf({ isPrivate: false }),
      {
        Component: PrivateScreens,
        middleware: clientMiddleware,
        children: routesOf({ isPrivate: true }),
      },
      { path: '*', lazy: () => loadRoute('not-found') },
    ],
  },
];

function routesOf({ isPrivate }: { isPrivate: boolean }): RouteObject[] {
  return screens
    .filter((screen) => screen.isPrivate === isPrivate)
    .map(({ name, path }) => ({ path, lazy: () => loadRoute(name) }));
}

function Page() {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

/** Strict mode repeats the effects of a new page some time after it is shown. An input in between would be mistaken. */
function Layout({ children }: { children: ReactNode }) {
  const isRepeated = useRef(false);
  useEffect(() => {
    if (isRepeated.current) settled.resolve();
    isRepeated.current = true;
  }, []);
  return <PageLayout>{children}</PageLayout>;
}

async function loadRoute(name: string) {
  const module = await modules[`../routes/${name}/route.tsx`]?.();
  if (module === undefined) throw new Error(`There is no route ${name}`);
  const { default: Screen, clientLoader, shouldRevalidate, HydrateFallback } = module;
  return {
    Component: () => <Screen loaderData={useLoaderData()} />,
    ...(clientLoader && { loader: clientLoader }),
    ...(shouldRevalidate && { shouldRevalidate }),
    ...(HydrateFallback && { HydrateFallback }),
  };
}

export async function expectAddress(address: string): Promise<void> {
  await expect.poll(() => location.pathname + location.search).toBe(address);
}
