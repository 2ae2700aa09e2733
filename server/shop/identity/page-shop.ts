/** What the pages show of the shop's identity. */
import type { LegalText, PageShop } from '../../../contract/pages.ts';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { describeApp, drawIcon, isSquare } from './app-icon.ts';
import type { IdentityFiles } from './files.ts';
import { describeOrganization } from './organization.ts';
import { derivePalette, styleOf } from './palette.ts';
import { sizeOfSvg } from './svg-size.ts';

interface Parts {
  /** Gets the files that the pages name. */
  files: IdentityFiles;
  texts: readonly LegalText[];
  /** The public origin of the shop. */
  origin: string;
}

export function pageShopOf(identity: ShopIdentity, { files, texts, origin }: Parts): PageShop {
  const { name, title, description, footer, timeZone, seller, tax } = identity;
  const logo = logoOf(identity, files);
  const icon = logo !== undefined && isSquare(logo) ? logo.src : files.addSvg(drawIcon(identity));
  const organization = describeOrganization(identity, { origin, logo: logo?.src });
  return {
    name,
    ...(title && { title }),
    ...(description && { description }),
    ...(footer && { footer }),
    ...(timeZone && { timeZone }),
    ...(identity.hero && { hero: heroOf(identity.hero, files) }),
    ...(logo && { logo }),
    ...(seller && { seller }),
    ...(tax && { tax }),
    ...(texts.length > 0 && { legal: texts.map(({ name, title }) => ({ name, title })) }),
    ...(organization && { organization }),
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
