import type { LegalText, PageShop } from '../../../contract/pages.ts';
import type { Carrier, ShopIdentity } from '../../../contract/shop-identity.ts';
import { IdentityFiles } from './files.ts';
import { legalTextsOf } from './legal-texts.ts';
import { pageShopOf } from './page-shop.ts';

export interface ShownIdentity {
  /** What the pages show of it; undefined without an identity. */
  shop: PageShop | undefined;
  texts: readonly LegalText[];
  files: Pick<IdentityFiles, 'find'>;
  carriers: readonly Carrier[];
}

/** Makes of an identity what pages show. @param origin the public origin of the shop */
export function showIdentity(identity: ShopIdentity, origin: string): ShownIdentity {
  const files = new IdentityFiles();
  const texts = legalTextsOf(identity);
  const { carriers = [] } = identity;
  return { shop: pageShopOf(identity, { files, texts, origin }), texts, files, carriers };
}
