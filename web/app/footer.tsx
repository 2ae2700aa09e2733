import styles from './footer.module.css';
import { useOwnShop, useShopTexts } from './site.ts';

/** The footer of every page (spec 1, spec 2). */
export function Footer() {
  const { footer } = useShopTexts();
  const isOwn = useOwnShop() !== undefined;
  return (
    <footer className={styles.footer}>
      <p>{footer}</p>
      <p className={styles.small}>
        {isOwn ? 'Illustrations' : 'Product pictures'}: Fluent Emoji by Microsoft, MIT licence.{' '}
        <a href="/api/docs">API</a>
      </p>
    </footer>
  );
}
