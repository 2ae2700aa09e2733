import { QueryClientProvider } from '@tanstack/react-query';
import { renderToReadableStream } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { NonceContext, pageContext, ScreenScriptsContext } from './app/page-context.ts';
import { createQueryClient } from './app/query-client.ts';

/** The server's renderer imports these, because it must use the router of this build. */
export { createRequestHandler, pageContext, RouterContextProvider };

/** Renders the whole page without streaming, because the page is cached and sent many times. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(pageContext);
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ScreenScriptsContext value={screenScripts(entryContext)}>
        <QueryClientProvider client={createQueryClient()}>
          <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
        </QueryClientProvider>
      </ScreenScriptsContext>
    </NonceContext>,
    // Otherwise React would send large boundaries out of order, with a script that moves them into place.
    { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { status, headers });
}

/** The scripts of all screens, except those that every page begins with. */
function screenScripts({ manifest: { entry, routes } }: EntryContext): string {
  const all = Object.values(routes).flatMap((route) =>
    route ? [route.module, ...(route.imports ?? [])] : [],
  );
  return [...new Set(all.filter((path) => !entry.imports.includes(path)))].join(' ');
}
