/** The picture of the hero, in the widths that pages show. */
import type { PageShop } from '../../../contract/pages.ts';
import type { IdentityFiles } from './files.ts';

/** Pixels: on a phone at threefold density, and beside the words on a wide screen at double density. */
const WIDTHS = [440, 800] as const;
/** For previews elsewhere, of which some show no WebP. */
const PREVIEW_WIDTH = 1200;
/** As `hero.module.css` sizes it. */
const SIZES = 'min(max(9rem, 28vw), 22rem)';

interface HeroFiles {
  picture: NonNullable<NonNullable<PageShop['hero']>['picture']>;
  /** The path of the picture for previews. */
  preview: string;
}

/** @param url a `data:` URL of a picture, which the import has checked */
export function addHeroPicture(url: string, files: IdentityFiles): HeroFiles {
  const recipe = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  const [small, large] = WIDTHS.map((width) =>
    files.addMade(`${width}.webp`, {
      ...{ type: 'image/webp', recipe },
      make: async () => (await resize(recipe, width)).webp({ quality: 80 }).toBuffer(),
    }),
  );
  const preview = files.addMade(`${PREVIEW_WIDTH}.jpg`, {
    ...{ type: 'image/jpeg', recipe },
    make: async () => {
      const picture = await resize(recipe, PREVIEW_WIDTH);
      return picture.flatten({ background: '#fff' }).jpeg({ quality: 82 }).toBuffer();
    },
  });
  return {
    picture: {
      src: large ?? '',
      srcSet: `${small} ${WIDTHS[0]}w, ${large} ${WIDTHS[1]}w`,
      sizes: SIZES,
    },
    preview,
  };
}

/** Without metadata, and not larger than it is. */
async function resize(source: Buffer, width: number) {
  const { default: sharp } = await import('sharp');
  return sharp(source).autoOrient().resize({ width, withoutEnlargement: true });
}
