import type { LegalText, PageShop } from '../../../contract/pages.ts';
import type { Carrier } from '../../../contract/shop-identity.ts';
import { IdentityFiles } from './files.ts';
import { legalTextsOf } from './legal-texts.ts';
import { pageShopOf } from './page-shop.ts';
import type { WholeIdentity } from './store.ts';

export interface ShownIdentity {
  /** What the pages show of it; undefined without an identity. */
  shop: PageShop | undefined;
  texts: readonly LegalText[];
  files: Pick<IdentityFiles, 'find'>;
  carriers: readonly Carrier[];
}

/** Makes of an identity what pages show. @param origin the public origin of the shop */
export function showIdentity({ identity, pictures }: WholeIdentity, origin: string): ShownIdentity {
  const files = new IdentityFiles();
  const texts = legalTextsOf(identity);
  const { carriers = [] } = identity;
  return { shop: pageShopOf(identity, { files, texts, pictures, origin }), texts, files, carriers };
}
