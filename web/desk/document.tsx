import type { ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, useLocation, useRouteError } from 'react-router';
import { deskPaths } from '../../contract/desk.ts';
import { Form } from './ui/form.tsx';
import { useVisit } from './visit.ts';

interface Section {
  path: string;
  title: string;
  /** What the field in the bar finds there; orders anywhere else. */
  find?: string;
}

const sections: readonly Section[] = [
  { path: deskPaths.today, title: 'Today' },
  { path: deskPaths.orders, title: 'Orders' },
  { path: deskPaths.customers, title: 'Customers', find: 'Find a customer' },
  { path: deskPaths.products, title: 'Products', find: 'Find a product' },
  { path: deskPaths.import, title: 'Import' },
  { path: deskPaths.shop, title: 'Shop' },
  { path: deskPaths.log, title: 'Log' },
];

export function Document({ children }: { children: ReactNode }) {
  const { shop, assets } = useVisit();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${shop.name} desk`}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href={assets.style} />
        <script type="module" src={assets.script} />
      </head>
      <body>{children}</body>
    </html>
  );
}

/** What surrounds the screens of an operator who is logged in. */
export function Screen({ children = <Outlet /> }: { children?: ReactNode }) {
  const { shop, operator, notice } = useVisit();
  const { pathname } = useLocation();
  const isIn = (path: string) =>
    path === deskPaths.today ? pathname === path : pathname.startsWith(path);
  const finder = sections.find(({ path, find }) => find !== undefined && isIn(path));
  const { find = 'Find an order' } = finder ?? {};
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="bar">
        <strong>{shop.name}</strong>
        <nav aria-label="Desk">
          {sections.map(({ path, title }) => (
            <a key={path} href={path} aria-current={isIn(path) ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Form action={deskPaths.logout}>
          <button type="submit" className="link">
            Log out, {operator}
          </button>
        </Form>
        <search className="find">
          <form action={finder?.path ?? deskPaths.orders}>
            <input {...{ type: 'search', name: 'q', 'aria-label': find, placeholder: find }} />
          </form>
        </search>
      </header>
      <main id="main" className="stack" tabIndex={-1}>
        {notice !== undefined && (
          <p role="status" className="notice">
            {notice}
          </p>
        )}
        {children}
      </main>
    </>
  );
}

export function ErrorScreen() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Screen>
      <h1>{isMissing ? 'There is no such page' : 'Something went wrong'}</h1>
      <p>
        {isMissing
          ? 'It may have been removed.'
          : 'The log of the shop has the reason. If you were changing something, look whether it was done.'}
      </p>
      <p className="row">
        <a href={deskPaths.today}>Today</a>
      </p>
    </Screen>
  );
}
