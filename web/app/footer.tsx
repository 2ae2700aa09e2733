import styles from './footer.module.css';

/** The footer of every page (spec 1, spec 2). */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <p>QKart is your one-stop shop for trending items, with fast delivery to your doorstep.</p>
      <p className={styles.small}>
        Product pictures: Fluent Emoji by Microsoft, MIT licence. <a href="/api/docs">API</a>
      </p>
    </footer>
  );
}
