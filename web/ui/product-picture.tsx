import { useState } from 'react';
import styles from './product-picture.module.css';
import { tintOf } from './tint.ts';

/** The pictures of the demo catalogue are cut out. All others count as photographs. */
const cutOut = /^(https?:\/\/[^/]+)?\/pictures\//;

interface ProductPictureProps {
  name: string;
  category: string;
  image: string;
  /** Load the picture at once, because it is in the first row. */
  eager?: boolean;
}

/** The picture on its tile. The name stands beside it, so the alternative text is empty. */
export function ProductPicture({ name, category, image, eager = false }: ProductPictureProps) {
  /** The address that failed to load. A new address is tried. */
  const [failed, setFailed] = useState<string>();
  return (
    <div className={styles.tile} data-tint={tintOf(category)}>
      {image === '' || failed === image ? (
        <span className={styles.missing} aria-hidden="true">
          {name}
        </span>
      ) : (
        <img
          className={cutOut.test(image) ? styles.cutOut : styles.photograph}
          src={image}
          alt=""
          width={256}
          height={256}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          // A picture that failed before hydration fires no error event afterwards.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0 && img.currentSrc !== '') setFailed(image);
          }}
          onError={() => setFailed(image)}
        />
      )}
    </div>
  );
}
