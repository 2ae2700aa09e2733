import type { ReactNode } from 'react';
import styles from './scene.module.css';

/** A small drawing for a screen or a part of it that has nothing to show. Its colours follow the scheme. */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.scene} viewBox="0 0 160 112" aria-hidden="true">
      <ellipse className={styles.ground} cx="80" cy="98" rx="66" ry="10" />
      {children}
    </svg>
  );
}
