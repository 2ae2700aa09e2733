/** A shopper's lists, of which the server sends one page at a time, newest first. */
import { infiniteQueryOptions, skipToken } from '@tanstack/react-query';
import { CURSOR_PARAMETER } from '../../contract/page-addresses.ts';
import { encodeQuery, loadWithHeaders, nextCursor } from './client.ts';
import { dataOrNull, serverMessageOr } from './failures.ts';
import { HOVER_MS } from './of-shopper.ts';

export interface Page<T> {
  items: T[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** The backend has no such list. */
  isMissing?: boolean;
}

interface List<T> {
  key: string;
  name: 'listOrders' | 'listWalletEntries';
  isExpected: (data: unknown) => data is T[];
  /** Said if the server gives no reason for a failure. */
  unreachable: string;
}

/** The parameter of a page is its cursor. */
export function pagesQuery<T>(token: string | null, { key, unreachable, ...list }: List<T>) {
  return infiniteQueryOptions({
    queryKey: [key, token],
    queryFn:
      token === null
        ? skipToken
        : ({ pageParam, signal }) => fetchPage<T>(list, pageParam, { token, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Page<T>) => next,
    staleTime: HOVER_MS,
    // Another tab or the shop may have changed the list.
    refetchOnWindowFocus: 'always',
    meta: { explain: serverMessageOr(unreachable) },
  });
}

async function fetchPage<T>(
  { name, isExpected }: Pick<List<T>, 'name' | 'isExpected'>,
  cursor: string,
  call: { token: string; signal: AbortSignal },
): Promise<Page<T>> {
  const parameters = new URLSearchParams(cursor === '' ? {} : { [CURSOR_PARAMETER]: cursor });
  const query = encodeQuery(parameters);
  const answer = await dataOrNull(loadWithHeaders(name, isExpected, { query, ...call }));
  if (answer === null) return { items: [], next: undefined, isMissing: true };
  return { items: answer.data, next: nextCursor(answer.headers) };
}
