/** The legal texts of a shop. A shop with a seller has an imprint, even without a text of its own. */
import type { LegalText } from '../../../contract/pages.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { renderMarkdown } from './markdown.ts';

export const IMPRINT = 'imprint';

export function legalTextsOf({ legal = {}, seller }: ShopIdentity): LegalText[] {
  const texts = Object.entries(legal).map(([name, text]) => ({ name, ...renderMarkdown(text) }));
  const isMissing = seller !== undefined && !Object.hasOwn(legal, IMPRINT);
  return isMissing ? [{ name: IMPRINT, title: 'Imprint', html: '' }, ...texts] : texts;
}
