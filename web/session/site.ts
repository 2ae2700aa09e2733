/** The data that the root's loader provides to every page. */
import { useRouteLoaderData } from 'react-router';
import { DELIVERY_BUSINESS_DAYS } from '../../contract/limits.ts';
import type { PageShop } from '../../contract/pages.ts';

/** The name of a shop without an identity. */
const DEFAULT_NAME = 'QKart';

export interface Site {
  /** The public origin, for absolute addresses in metadata. */
  origin: string;
  /** Whether products have variants, which lists show as one product. */
  hasGroups: boolean;
  /** What makes the shop one's own; undefined if the shop has no identity. */
  shop?: PageShop;
}

/** @returns undefined if the root has failed to load */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root');
}

/** Whether this browser has passkeys, which it offers on secure pages, and the shop at its public address alone. */
export function usePasskeys(): boolean {
  const origin = useSite()?.origin;
  return 'PublicKeyCredential' in globalThis && location.origin === origin;
}

/** @returns undefined if the shop has no identity */
export function useOwnShop(): PageShop | undefined {
  return useSite()?.shop;
}

export function useShopName(): string {
  return useOwnShop()?.name ?? DEFAULT_NAME;
}

/** The shop's own texts, or else the usual ones (R13.1). */
export function useShopTexts() {
  const { name = DEFAULT_NAME, title, description, footer } = useOwnShop() ?? {};
  return {
    title: title ?? `${name}: trending items with fast delivery`,
    description:
      description ?? 'Your one-stop shop for trending items, with fast delivery to your doorstep.',
    footer:
      footer ??
      `${name} is your one-stop shop for trending items, with fast delivery to your doorstep.`,
  };
}

/** What the shop promises of delivery (R10.7): its own sentence may be missing. */
export function useDelivery() {
  const { businessDays = DELIVERY_BUSINESS_DAYS, text } = useOwnShop()?.delivery ?? {};
  const duration = `${businessDays} business ${businessDays === 1 ? 'day' : 'days'}`;
  return { businessDays, duration, text };
}
