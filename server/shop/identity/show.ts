/** What the pages show of the shop's identity. */
import type { LegalText, PageShop } from '../../../contract/pages.ts';
import type { Carrier, ShopIdentity } from '../../../contract/shop-identity.ts';
import { taxRatesOf, toPercent } from '../../../contract/tax.ts';
import { describeApp, drawIcon, isSquare, sizeOfSvg, toSvg } from './app-icon.ts';
import { IdentityFiles } from './files.ts';
import { renderMarkdown } from './markdown.ts';
import { describeOrganization } from './organization.ts';
import { derivePalette, styleOf } from './palette.ts';
import { heroWidths, type IdentityPictures } from './pictures.ts';
import type { WholeIdentity } from './store.ts';

const IMPRINT = 'imprint';

export interface ShownIdentity {
  /** The part that pages show; undefined without an identity. */
  shop: PageShop | undefined;
  texts: readonly LegalText[];
  files: Pick<IdentityFiles, 'find'>;
  carriers: readonly Carrier[];
}

/** Builds the part of an identity that pages show. @param origin the public origin of the shop */
export function showIdentity({ identity, pictures }: WholeIdentity, origin: string): ShownIdentity {
  const files = new IdentityFiles();
  const texts = legalTextsOf(identity);
  const { carriers = [] } = identity;
  return { shop: pageShopOf(identity, { files, texts, pictures, origin }), texts, files, carriers };
}

/** A shop with a seller has an imprint, even without a text. */
function legalTextsOf({ legal = {}, seller }: ShopIdentity): LegalText[] {
  const texts = Object.entries(legal).map(([name, text]) => ({ name, ...renderMarkdown(text) }));
  const isMissing = seller !== undefined && !Object.hasOwn(legal, IMPRINT);
  return isMissing ? [{ name: IMPRINT, title: 'Imprint', html: '' }, ...texts] : texts;
}

interface Parts {
  /** Gets the files that the pages name. */
  files: IdentityFiles;
  texts: readonly LegalText[];
  pictures: IdentityPictures;
  /** The public origin of the shop. */
  origin: string;
}

function pageShopOf({ ...identity }: ShopIdentity, parts: Parts): PageShop {
  for (const name of ['logo', 'logoDark'] as const) {
    if (identity[name]) identity[name] = toSvg(identity[name]);
  }
  const { files, texts, origin } = parts;
  const { name, title, description, footer, timeZone, locale, delivery, seller } = identity;
  const tax = includedTaxOf(identity);
  const logo = logoOf(identity, files);
  const icons = addIcons(identity, parts, logo !== undefined && isSquare(logo));
  const organization = describeOrganization(identity, { origin, logo: logo?.src });
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(footer && { footer }),
    ...(timeZone && { timeZone }),
    ...(locale && { locale }),
    ...(delivery && { delivery }),
    ...(identity.hero && heroOf(identity.hero, parts)),
    ...(logo && { logo }),
    ...(seller && { seller }),
    ...(tax && { tax }),
    ...(texts.length > 0 && { legal: texts.map(({ name, title }) => ({ name, title })) }),
    ...(organization && { organization }),
    icon: icons.icon,
    touchIcon: icons.touchIcon,
    manifest: files.add('webmanifest', describeApp(identity, icons)),
    ...(identity.accent && coloursOf(identity.accent)),
  };
}

/** With several rates, it depends on the product. */
function includedTaxOf(identity: ShopIdentity): string | undefined {
  const { tax } = identity;
  const rates = taxRatesOf(identity);
  const [only] = rates;
  return only !== undefined && rates.length === 1
    ? `${toPercent(only.rate)}% ${tax?.name}`
    : tax?.name;
}

function logoOf({ logo, logoDark }: ShopIdentity, files: IdentityFiles): PageShop['logo'] {
  // A logo without a size is refused.
  const size = logo && sizeOfSvg(logo);
  if (!logo || !size) return undefined;
  return {
    src: files.add('svg', logo),
    ...(logoDark && { dark: files.add('svg', logoDark) }),
    ...size,
  };
}

/** @param isLogo whether the logo is the icon, too */
function addIcons(identity: ShopIdentity, { files, pictures }: Parts, isLogo: boolean) {
  const icon = files.add('svg', (isLogo && identity.logo) || drawIcon(identity));
  const { touchIcon, largeIcon } = pictures;
  return {
    icon,
    touchIcon: touchIcon ? files.addPicture('png', touchIcon) : icon,
    largeIcon: largeIcon && files.addPicture('png', largeIcon),
  };
}

function heroOf(
  { picture: _, ...texts }: NonNullable<ShopIdentity['hero']>,
  { files, pictures }: Parts,
): Pick<PageShop, 'hero' | 'preview'> {
  const { smallHero, largeHero, preview } = pictures;
  if (!smallHero || !largeHero || !preview) return { hero: texts };
  const small = files.addPicture('webp', smallHero);
  const src = files.addPicture('webp', largeHero);
  const srcSet = `${small} ${heroWidths.smallHero}w, ${src} ${heroWidths.largeHero}w`;
  return {
    hero: { ...texts, picture: { src, srcSet } },
    preview: files.addPicture('jpeg', preview),
  };
}

function coloursOf(accent: string): Pick<PageShop, 'style' | 'background'> {
  const palette = derivePalette(accent);
  return {
    style: styleOf(palette),
    background: { light: palette.light.paper, dark: palette.dark.paper },
  };
}
