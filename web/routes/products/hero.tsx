import styles from './hero.module.css';

/** Pictures of the build that look like a shop window; decoration only. */
const PICTURES = ['1f3a7', '1f97e', '1f392'];

/** The promise of fast delivery (spec 1). */
export function Hero() {
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.promise}>
          The <em>fastest delivery</em> to your doorstep
        </h1>
        <p className={styles.more}>
          Trending items for every room and every day, brought to you without a wait.
        </p>
      </div>
      <div className={styles.pictures} aria-hidden="true">
        {PICTURES.map((code) => (
          <img key={code} src={`/pictures/${code}.webp`} alt="" width={256} height={256} />
        ))}
      </div>
    </section>
  );
}
