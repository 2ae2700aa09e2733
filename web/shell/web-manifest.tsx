import { useIsHydrated } from '../ui/hydrated.ts';

/** What a browser needs to install the shop: it is fetched, and an icon with it, when the page has been painted. */
export function WebManifest() {
  return useIsHydrated() && <link rel="manifest" href="/manifest.webmanifest" />;
}
