import { textAddress } from '../../contract/listing.ts';
import { PHOTOGRAPHERS } from '../../contract/pictures.ts';
import { useOwnShop, useShopTexts } from '../session/site.ts';
import styles from './footer.module.css';

export const FOOTER_ID = 'footer';

/** The footer of every page (R1.3). */
export function Footer() {
  const { footer } = useShopTexts();
  const own = useOwnShop();
  return (
    <footer id={FOOTER_ID} className={`stack gap-1 typed ${styles.footer}`}>
      <p>{footer}</p>
      {own?.legal && (
        <ul className={`row ${styles.legal}`}>
          {own.legal.map(({ name, title }) => (
            <li key={name}>
              {/* Loads a page: only the server has the texts. */}
              <a href={textAddress(name)}>{title}</a>
            </li>
          ))}
        </ul>
      )}
      {own === undefined && (
        <p className="hint">
          A demo with <a href={PHOTOGRAPHERS}>photographs from Unsplash</a>.{' '}
          <a href="/api/docs">API</a>
        </p>
      )}
    </footer>
  );
}
