import { useState } from 'react';
import {
  initialsIn,
  type OwnPicture,
  type PictureFormat,
  parsePictureAddress,
  pictureFilePath,
  sidesOf,
} from '../../contract/pictures.ts';
import styles from './product-picture.module.css';
import { tintOf } from './tint.ts';

/** The displayed width of a picture. A lazy one is measured, in browsers that can. */
const widths = {
  thumbnail: '5.5rem',
  card: '(width >= 56.25em) 20vw, 46vw',
  dialog: '(width >= 56.25em) 26rem, (width >= 40em) 44vw, 92vw',
};

interface ProductPictureProps {
  name: string;
  category: string;
  image: string;
  /** Empty by default, because the name is beside it. */
  alt?: string;
  /** A thumbnail by default. */
  shownIn?: keyof typeof widths;
  /** Load the picture at once, because it is in the first row. */
  eager?: boolean;
}

/** The picture on its tile. */
export function ProductPicture(props: ProductPictureProps) {
  const { name, category, image, alt = '', shownIn = 'thumbnail', eager = false } = props;
  /** The address that failed to load. A new address is tried. */
  const [failed, setFailed] = useState<string>();
  const own = parsePictureAddress(image);
  const background = own?.background ?? 'photo';
  const initials = initialsIn(image);
  const sizes = eager ? widths[shownIn] : `auto, ${widths[shownIn]}`;
  if (initials !== undefined) {
    return (
      <div className={styles.initials} aria-hidden="true">
        <span>{initials}</span>
      </div>
    );
  }
  return (
    <div className={styles.tile} data-background={background} data-tint={tintOf(category)}>
      {image === '' || failed === image ? (
        <span className={styles.missing} aria-hidden="true">
          {name}
        </span>
      ) : (
        <picture className={styles.picture}>
          {own && <source type="image/avif" srcSet={srcSetOf(own, 'avif')} sizes={sizes} />}
          <img
            className={background === 'photo' ? styles.photograph : styles.cutOut}
            loading={eager ? 'eager' : 'lazy'}
            {...(own && { srcSet: srcSetOf(own, 'webp'), sizes })}
            src={image}
            alt={alt}
            width={256}
            height={256}
            decoding="async"
            // A picture that failed before hydration fires no error event afterwards.
            ref={(img) => {
              if (img?.complete && img.naturalWidth === 0 && img.currentSrc !== '')
                setFailed(image);
            }}
            onError={() => setFailed(image)}
          />
        </picture>
      )}
    </div>
  );
}

/** The tile is square, so the shorter side of a file must be as wide as the tile. */
function srcSetOf(picture: OwnPicture, format: PictureFormat): string {
  return sidesOf(picture)
    .map((side) => `${picture.origin}${pictureFilePath(picture.name, side, format)} ${side}w`)
    .join(', ');
}
