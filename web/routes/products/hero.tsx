import { pictures } from '../../ui/pictures.ts';
import styles from './hero.module.css';

/** Shows the promise of fast delivery (spec 1). */
export function Hero() {
  return (
    <section className={styles.hero}>
      <div>
        {/* The line breaks are fixed, because they must not depend on the font that has loaded. */}
        <h1 className={styles.promise}>
          The{' '}
          <em>
            fastest <br className={styles.narrow} />
            delivery
          </em>{' '}
          <br className={styles.wide} />
          to <br className={styles.narrow} />
          your doorstep
        </h1>
        <p className={styles.more}>
          Trending items for every room and every day, brought to you without a wait.
        </p>
      </div>
      <div className={styles.pictures} aria-hidden="true">
        {pictures.hero.map((source, index) => (
          <img
            key={source}
            src={source}
            alt=""
            width={256}
            height={256}
            // A phone shows only the first picture, and does not load the others.
            loading={index === 0 ? 'eager' : 'lazy'}
            fetchPriority={index === 0 ? 'high' : 'auto'}
          />
        ))}
      </div>
    </section>
  );
}
