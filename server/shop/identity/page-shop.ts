/** What the pages show of the shop's identity. */
import type { LegalText, PageShop } from '../../../contract/pages.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { taxRatesOf, toPercent } from '../../../contract/tax.ts';
import { describeApp, drawIcon, isSquare, LARGE_ICON } from './app-icon.ts';
import type { IdentityFiles } from './files.ts';
import { addHeroPicture } from './hero-picture.ts';
import { describeOrganization } from './organization.ts';
import { derivePalette, styleOf } from './palette.ts';
import { sizeOfSvg } from './svg-size.ts';
import { drawTouchIcon } from './touch-icon.ts';

/** Pixels of the icon that phones put on their home screens. */
const TOUCH_ICON = 180;

interface Parts {
  /** Gets the files that the pages name. */
  files: IdentityFiles;
  texts: readonly LegalText[];
  /** The public origin of the shop. */
  origin: string;
}

export function pageShopOf(identity: ShopIdentity, { files, texts, origin }: Parts): PageShop {
  const { name, title, description, footer, timeZone, seller } = identity;
  const tax = includedTaxOf(identity);
  const logo = logoOf(identity, files);
  const icons = addIcons(identity, { files, isLogo: logo !== undefined && isSquare(logo) });
  const organization = describeOrganization(identity, { origin, logo: logo?.src });
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(footer && { footer }),
    ...(timeZone && { timeZone }),
    ...(identity.hero && heroOf(identity.hero, files)),
    ...(logo && { logo }),
    ...(seller && { seller }),
    ...(tax && { tax }),
    ...(texts.length > 0 && { legal: texts.map(({ name, title }) => ({ name, title })) }),
    ...(organization && { organization }),
    icon: icons.icon,
    touchIcon: icons.touchIcon,
    manifest: files.add('webmanifest', {
      type: 'application/manifest+json',
      body: describeApp(identity, icons),
    }),
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
  return { src: files.addSvg(logo), ...(logoDark && { dark: files.addSvg(logoDark) }), ...size };
}

/** @param isLogo whether the logo is the icon, too */
function addIcons(
  identity: ShopIdentity,
  { files, isLogo }: { files: IdentityFiles; isLogo: boolean },
) {
  const logo = isLogo ? identity.logo : undefined;
  const drawn = logo ?? drawIcon(identity);
  const addPixels = (side: number): string =>
    files.addMade(`${side}.png`, {
      ...{ type: 'image/png', recipe: drawn },
      make: () => drawTouchIcon(identity, { logo, side }),
    });
  return {
    icon: files.addSvg(drawn),
    touchIcon: addPixels(TOUCH_ICON),
    largeIcon: addPixels(LARGE_ICON),
  };
}

function heroOf(
  { picture, ...texts }: NonNullable<ShopIdentity['hero']>,
  files: IdentityFiles,
): Pick<PageShop, 'hero' | 'preview'> {
  if (picture === undefined) return { hero: texts };
  const shown = addHeroPicture(picture, files);
  return { hero: { ...texts, picture: shown.picture }, preview: shown.preview };
}

function coloursOf(accent: string): Pick<PageShop, 'style' | 'ground'> {
  const palette = derivePalette(accent);
  return {
    style: styleOf(palette),
    ground: { light: palette.light.paper, dark: palette.dark.paper },
  };
}
