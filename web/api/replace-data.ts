import type { DataTag, QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/** Replaces what a query has loaded. The reply to an earlier request must not replace it again. */
export async function replaceData<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  data: Updater<T | undefined, T | undefined>,
): Promise<void> {
  await client.cancelQueries({ queryKey });
  client.setQueryData<T>(queryKey, data);
}
