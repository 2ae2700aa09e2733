/** What the pages show of the shop's identity. */
import type { PageShop } from '../../../contract/pages.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { describeApp, drawIcon, type IdentityFiles, isSquare } from './files.ts';
import { derivePalette, styleOf } from './palette.ts';
import { sizeOfSvg } from './svg-size.ts';

/** @param files gets the files that the pages name */
export function pageShopOf(identity: ShopIdentity, files: IdentityFiles): PageShop {
  const { name, title, description, footer, timeZone } = identity;
  const logo = logoOf(identity, files);
  const icon = logo !== undefined && isSquare(logo) ? logo.src : files.addSvg(drawIcon(identity));
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(footer && { footer }),
    ...(timeZone && { timeZone }),
    ...(identity.hero && { hero: heroOf(identity.hero, files) }),
    ...(logo && { logo }),
    icon,
    manifest: files.add('webmanifest', {
      type: 'application/manifest+json',
      body: describeApp(identity, { icon }),
    }),
    ...(identity.accent && coloursOf(identity.accent)),
  };
}

function logoOf({ logo, logoDark }: ShopIdentity, files: IdentityFiles): PageShop['logo'] {
  // A logo without a size is refused.
  const size = logo && sizeOfSvg(logo);
  if (!logo || !size) return undefined;
  return { src: files.addSvg(logo), ...(logoDark && { dark: files.addSvg(logoDark) }), ...size };
}

function heroOf(
  { picture, ...texts }: NonNullable<ShopIdentity['hero']>,
  files: IdentityFiles,
): NonNullable<PageShop['hero']> {
  return { ...texts, ...(picture && { picture: files.addPicture(picture) }) };
}

function coloursOf(accent: string): Pick<PageShop, 'style' | 'ground'> {
  const palette = derivePalette(accent);
  return {
    style: styleOf(palette),
    ground: { light: palette.light.paper, dark: palette.dark.paper },
  };
}
