import { type KeyboardEvent, useRef, useState } from 'react';
import { initialsIn } from '../../../../contract/pictures.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { Magnifier } from './magnifier.tsx';
import styles from './product-gallery.module.css';

interface ProductGalleryProps {
  name: string;
  category: string;
  /** At least one address. */
  pictures: readonly string[];
}

/** The pictures of a product: swiped, chosen by dots, walked through with the arrow keys, and magnified. */
export function ProductGallery({ name, category, pictures }: ProductGalleryProps) {
  const { strip, current, showSlide, stopShowing, onScroll } = useStrip(pictures.length);
  const isSeveral = pictures.length > 1;

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || !isSeveral) return;
    event.preventDefault();
    showSlide(current + step);
  }

  const label = (index: number) => `Picture ${index + 1} of ${pictures.length}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the strip and of the buttons in it
    <div className={styles.gallery} onKeyDown={onKeyDown}>
      <ul
        ref={strip}
        className={styles.strip}
        {...(isSeveral && {
          // Whoever has no pointer scrolls it with keys.
          tabIndex: 0,
          'aria-label': 'Pictures',
          onScroll,
          onPointerDown: stopShowing,
          onWheel: stopShowing,
        })}
      >
        {pictures.map((image, index) => {
          const picture = (
            <ProductPicture
              name={name}
              category={category}
              image={image}
              alt={isSeveral ? `${name}, ${label(index).toLowerCase()}` : ''}
              shownIn={index === 0 ? 'dialog' : 'slide'}
              eager={index === 0}
            />
          );
          return (
            <li key={image} className={styles.slide}>
              {image === '' || initialsIn(image) !== undefined ? (
                picture
              ) : (
                <Magnifier label={isSeveral ? `Zoom ${label(index).toLowerCase()}` : 'Zoom'}>
                  {picture}
                </Magnifier>
              )}
            </li>
          );
        })}
      </ul>
      {isSeveral && (
        <div className={styles.dots}>
          {pictures.map((image, index) => (
            <button
              key={image}
              type="button"
              className={styles.dot}
              aria-label={label(index)}
              aria-current={index === current}
              onClick={() => showSlide(index)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** A strip that scrolls from slide to slide. */
function useStrip(length: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** The slide that the strip is scrolling to; slides on the way are not current. */
  const target = useRef<number>(undefined);

  function showSlide(index: number): void {
    const slide = strip.current?.children[index];
    if (slide === undefined) return;
    target.current = index;
    setCurrent(index);
    slide.scrollIntoView({ block: 'nearest', inline: 'start' });
  }

  function onScroll(): void {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    const index = Math.min(length - 1, Math.round(Math.abs(scrollLeft) / clientWidth));
    if (target.current !== undefined && target.current !== index) return;
    target.current = undefined;
    setCurrent(index);
  }

  function stopShowing(): void {
    target.current = undefined;
  }

  return { strip, current, showSlide, stopShowing, onScroll };
}
