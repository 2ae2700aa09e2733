/** The data that the root's loader provides to every page. */
import { useRouteLoaderData } from 'react-router';

export interface Site {
  /** The public origin, for absolute addresses in metadata. */
  origin: string;
}

/** @returns undefined if the root has failed to load */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<Site>('root')?.origin;
}
