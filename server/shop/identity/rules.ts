/** What pages show of the shop's identity. */
import type { PageShop } from '../../../contract/pages.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';

export function pageShopOf(identity: ShopIdentity): PageShop {
  const { name, title, description, hero, footer, timeZone } = identity;
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(hero && { hero }),
    ...(footer && { footer }),
    ...(timeZone && { timeZone }),
  };
}
