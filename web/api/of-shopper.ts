import { skipToken } from '@tanstack/react-query';

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
