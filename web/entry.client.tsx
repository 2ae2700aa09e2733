import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { cartQuery } from './api/cart.ts';
import { configureForBrowser, createQueryClient, queryClientContext } from './app/query-client.ts';
import { forgetWithSession } from './order/order-store.ts';
import { readSession } from './session/session.ts';

configureForBrowser();
forgetWithSession();
const client = createQueryClient();
const { token } = readSession();
// Start the request before hydration, so that both run at the same time.
if (token !== null) client.prefetchQuery(cartQuery(token));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <QueryClientProvider client={client}>
        <HydratedRouter
          getContext={() => new RouterContextProvider(new Map([[queryClientContext, client]]))}
        />
      </QueryClientProvider>
    </StrictMode>,
  );
});
