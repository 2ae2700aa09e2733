/** What the loader of the root gives to every page. */
import { useRouteLoaderData } from 'react-router';

export interface Site {
  /** The public origin, for addresses that others are given. */
  origin: string;
}

/** @returns undefined if the root has failed to load */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<Site>('root')?.origin;
}
