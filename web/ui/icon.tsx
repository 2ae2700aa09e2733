import styles from './icon.module.css';

const outlines = {
  back: 'M7 3.5 3 7.5l4 4M3.5 7.5H12a4.5 4.5 0 0 1 0 9H7',
  cart: 'M2 3h2.5l2 9.5h8.5l2-7H5.5M7.5 16.5h.01M14 16.5h.01',
  category: 'M3 3h6v6H3zM11.5 3H17v6h-5.5zM3 11.5h6V17H3zM11.5 11.5H17V17h-5.5z',
  close: 'm5 5 10 10M15 5 5 15',
  down: 'm5 7.5 5 5 5-5',
  filters:
    'M3 6h7m4 0h3M3 14h3m4 0h7M10 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  product: 'M4 7h12l1 10H3zM7 9V6a3 3 0 0 1 6 0v3',
  parcel: 'm10 2.5 7 3.5v8l-7 3.5L3 14V6zM3 6l7 3.5L17 6M10 9.5v8',
  search: 'M3.5 9a5.5 5.5 0 1 0 11 0 5.5 5.5 0 1 0-11 0zM13.5 13.5l4 4',
  wallet: 'M16 6.5V4H5a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h12V6.5H5M13.5 11.2h.01',
};

export type IconName = keyof typeof outlines;

/**
 * A decorative icon in the color of the text. It is inline, because a browser loads an SVG in CSS as a separate
 * document, which slows the first layout.
 */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 20 20" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  );
}
