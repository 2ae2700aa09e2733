import { useState } from 'react';
import {
  initialsIn,
  initialsOf,
  type OwnPicture,
  type PictureFormat,
  parsePictureAddress,
  pictureFilePath,
  sidesOf,
} from '../../contract/pictures.ts';
import styles from './product-picture.module.css';
import { tintOf } from './tint.ts';

const IN_DIALOG = '(width >= 56.25em) min(42rem, 56vw), (width >= 40em) 50vw, 100vw';

/**
 * The displayed width of a picture, and the width of its tile by the height; undefined if a photograph is shown whole.
 * A lazy picture is measured, in browsers that can.
 */
const places = {
  thumbnail: { sizes: '5.5rem', ratio: 1 },
  card: { sizes: '(width >= 56.25em) 23vw, 46vw', ratio: 4 / 5 },
  dialog: { sizes: IN_DIALOG, ratio: undefined },
  /** A further picture, in the size of the first one. */
  slide: { sizes: IN_DIALOG, ratio: 1 },
};

interface ProductPictureProps {
  name: string;
  category: string;
  image: string;
  /** Empty by default, because the name is beside it. */
  alt?: string;
  /** A thumbnail by default. */
  shownIn?: keyof typeof places;
  /** Load the picture at once, because it is in the first row. */
  eager?: boolean | undefined;
}

/** The picture on its tile. */
export function ProductPicture(props: ProductPictureProps) {
  const { name, category, image, alt = '', shownIn = 'thumbnail', eager = false } = props;
  /** The address that failed to load. A new address is tried. */
  const [failed, setFailed] = useState<string>();
  const own = parsePictureAddress(image);
  const background = own?.background ?? 'photo';
  const place = places[shownIn];
  const isWhole = place.ratio === undefined && own?.background === 'photo';
  const sizes = eager ? place.sizes : `auto, ${place.sizes}`;
  const isMissing = image === '' || failed === image;
  const initials = isMissing ? initialsOf(name) : initialsIn(image);
  return (
    <div
      className={initials === undefined ? styles.tile : styles.initials}
      data-shown-in={shownIn}
      data-background={background}
      data-tint={tintOf(category)}
    >
      {initials !== undefined ? (
        // CSS draws them, because they are no part of the name of a button around them.
        <span aria-hidden="true" data-initials={initials} />
      ) : (
        <picture className={styles.picture}>
          {own && (
            <source type="image/avif" srcSet={srcSetOf(own, 'avif', place.ratio)} sizes={sizes} />
          )}
          <img
            className={
              isWhole ? styles.whole : background === 'photo' ? styles.photograph : styles.cutOut
            }
            loading={eager ? 'eager' : 'lazy'}
            {...(own && { srcSet: srcSetOf(own, 'webp', place.ratio), sizes })}
            src={image}
            alt={alt}
            width={own?.width ?? 256}
            height={own?.height ?? 256}
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

/** A file is described by the width of the largest tile of this ratio that it fills. */
export function srcSetOf(picture: OwnPicture, format: PictureFormat, ratio?: number): string {
  const { name, origin, width, height } = picture;
  const filled = ratio === undefined ? width : Math.min(width, height * ratio);
  return sidesOf(picture)
    .map((side) => {
      const described = Math.round((filled * side) / Math.min(width, height));
      return `${origin}${pictureFilePath(name, side, format)} ${described}w`;
    })
    .join(', ');
}
