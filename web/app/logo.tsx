import { Link } from 'react-router';
import styles from './logo.module.css';
import { useOwnShop, useShopName } from './site.ts';

export function Logo() {
  const name = useShopName();
  const isOwn = useOwnShop() !== undefined;
  return (
    <Link to="/" prefetch="intent" className={styles.logo} aria-label={`${name}, to all products`}>
      {!isOwn && <Mark />}
      <span className={styles.word}>{name}</span>
    </Link>
  );
}

function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="currentColor" />
      <circle className={styles.cut} cx="15.5" cy="15" r="6.5" fill="none" strokeWidth="3.4" />
      <path className={styles.cut} d="M18.5 18.5 24 24.5" strokeWidth="3.4" strokeLinecap="round" />
    </svg>
  );
}
