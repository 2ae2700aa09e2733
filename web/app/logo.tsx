import { Link } from 'react-router';
import { useOwnShop, useShopName } from '../session/site.ts';
import styles from './logo.module.css';

/** The shop's own logo, or its name alone, or the mark and name of a shop without an identity. */
export function Logo() {
  const name = useShopName();
  const own = useOwnShop();
  return (
    <Link to="/" className={styles.logo} aria-label={`${name}, to all products`}>
      {own === undefined && <Mark />}
      {own?.logo ? (
        <LogoPicture {...own.logo} />
      ) : (
        <span className={`two-lines ${styles.word}`} dir="auto">
          {name}
        </span>
      )}
    </Link>
  );
}

interface LogoPictureProps {
  src: string;
  dark?: string;
  width: number;
  height: number;
}

/** The shop's own logo, without a name for screen readers. */
export function LogoPicture({ src, dark, width, height }: LogoPictureProps) {
  return (
    <picture className={styles.own}>
      {dark !== undefined && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img src={src} alt="" width={width} height={height} />
    </picture>
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
