import {
  type DataTag,
  type QueryClient,
  type QueryKey,
  skipToken,
  type Updater,
} from '@tanstack/react-query';

/** How long data are fresh: hovering over a link, pressing it and arriving there send one request. */
export const HOVER_MS = 5_000;

/** What each change of a shopper's data is sent with. */
export interface WithToken {
  /** The session's token at the moment of the click. */
  token: string;
}

interface ShopperCall extends WithToken {
  signal: AbortSignal;
}

/** The function of a query that sends the shopper's token. Without a token the query sends nothing. */
export function ofShopper<T>(token: string | null, send: (call: ShopperCall) => Promise<T>) {
  if (token === null) return skipToken;
  return ({ signal }: { signal: AbortSignal }) => send({ token, signal });
}

/** Replaces what a query has loaded. The reply to an earlier request must not replace it again. */
export async function replaceData<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  data: Updater<T | undefined, T | undefined>,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<T>(queryKey, data);
}
