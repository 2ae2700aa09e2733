import { useState } from 'react';
import styles from './product-picture.module.css';
import { tintOf } from './tint.ts';

interface ProductPictureProps {
  name: string;
  category: string;
  image: string;
  /** In the first row of the page: wanted at once. */
  eager?: boolean;
}

/** The picture on its tile. Its name stands beside it, so it needs no text of its own. */
export function ProductPicture({ name, category, image, eager = false }: ProductPictureProps) {
  const [failed, setFailed] = useState(false);
  return (
    <div className={styles.tile} data-tint={tintOf(category)}>
      {failed ? (
        <span className={styles.missing} aria-hidden="true">
          {name}
        </span>
      ) : (
        <img
          className={styles.picture}
          src={image}
          alt=""
          width={256}
          height={256}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          // A picture that failed before this page was hydrated fires no event any more.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0 && img.currentSrc !== '') setFailed(true);
          }}
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}
