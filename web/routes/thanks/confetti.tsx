import type { CSSProperties } from 'react';
import styles from './confetti.module.css';

/** Each piece falls and turns differently, by steps that have no common divisor. */
const pieces = Array.from({ length: 16 }, (_, n) => ({
  insetInlineStart: `${6 + 5.6 * n}%`,
  animationDelay: `${40 * ((n * 7) % 6)}ms`,
  '--fall-x': `${((n * 5) % 11) - 8}rem`,
  '--turn': `${180 * (((n * 4) % 9) - 4) + 90}deg`,
}));

/** Shows confetti once. CSS hides it if the shopper prefers reduced motion. */
export function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {pieces.map((style) => (
        // React's type lacks custom properties.
        <i key={style.insetInlineStart} style={style as CSSProperties} />
      ))}
    </div>
  );
}
