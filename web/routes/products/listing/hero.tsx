import { HERO_PICTURE, parsePictureAddress } from '../../../../contract/pictures.ts';
import { useDelivery, useOwnShop } from '../../../session/site.ts';
import { srcSetOf } from '../../../ui/product-picture.tsx';
import styles from './hero.module.css';

/** As `hero.module.css` sizes the picture. */
const SIZES = '(width >= 40em) 60vw, 16rem';

/** Promises delivery to the door (R4.1) beside a photograph, or has the shop's own words and picture. */
export function Hero() {
  const own = useOwnShop();
  const hasPicture = own === undefined || own.hero?.picture !== undefined;
  return (
    <section className={styles.hero} data-picture={hasPicture}>
      {own === undefined ? <DemoPicture /> : hasPicture && <Picture {...own.hero?.picture} />}
      <HeroTexts />
    </section>
  );
}

function DemoPicture() {
  const picture = parsePictureAddress(HERO_PICTURE);
  return (
    picture && (
      <picture data-demo>
        <source type="image/avif" srcSet={srcSetOf(picture, 'avif')} sizes={SIZES} />
        <Picture src={HERO_PICTURE} srcSet={srcSetOf(picture, 'webp')} />
      </picture>
    )
  );
}

/** Its box does not depend on the file. The browser loads it before all others. */
function Picture(files: { src?: string; srcSet?: string }) {
  return <img className={styles.picture} {...files} sizes={SIZES} alt="" fetchPriority="high" />;
}

/** The heading of the page names the products, so these are paragraphs. */
function HeroTexts() {
  const own = useOwnShop();
  const { duration } = useDelivery();
  const {
    promise = 'The fastest delivery to your doorstep',
    text = own?.hero
      ? undefined
      : `Trending items for every room and every day, with you within ${duration}.`,
  } = own?.hero ?? {};
  return (
    <>
      <p className={`typed ${styles.promise}`}>{promise}</p>
      {text !== undefined && <p className={`typed ${styles.text}`}>{text}</p>}
    </>
  );
}
