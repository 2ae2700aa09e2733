/** Renders the desk's screens. They are HTML with forms: no script is needed, and `enhance.ts` adds to them. */
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import type { DeskVisit, RenderDesk } from '../../contract/desk.ts';
import { Document } from './document.tsx';
import { routes } from './routes.tsx';
import { VisitContext, visitContext } from './visit.ts';

const handler = createStaticHandler(routes);

export const render: RenderDesk = async (request: Request, visit: DeskVisit) => {
  const requestContext = new RouterContextProvider();
  requestContext.set(visitContext, visit);
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) return context;
  for (const error of Object.values(context.errors ?? {})) {
    if (!isRouteErrorResponse(error)) visit.report(error);
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  const page = renderToString(
    <VisitContext value={visit}>
      <Document>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </Document>
    </VisitContext>,
  );
  return new Response(`<!doctype html>${page}`, {
    status: context.statusCode,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
};
