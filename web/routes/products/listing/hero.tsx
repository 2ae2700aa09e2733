import { useInfiniteQuery } from '@tanstack/react-query';
import type { Product } from '../../../../contract/catalogue.ts';
import { wholeCatalogue } from '../../../../contract/listing.ts';
import { productsQuery } from '../../../api/products.ts';
import { useDelivery, useOwnShop } from '../../../session/site.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import styles from './hero.module.css';

/** The number of products whose pictures are shown. */
const PICTURES = 3;

const loading: undefined[] = Array(PICTURES).fill(undefined);

/**
 * Shows the promise of delivery to the door (R4.1) beside the first products of the shop, or the shop's own words and picture.
 * Their places are kept while they load, so that nothing moves.
 * @param rendered the products in the server's HTML
 */
export function Hero({ rendered }: { rendered: readonly Product[] | undefined }) {
  const list = useInfiniteQuery({ ...productsQuery(wholeCatalogue), enabled: false });
  const products = list.data?.pages[0]?.products ?? rendered;
  const picture = useOwnShop()?.hero?.picture;
  return (
    <section className={styles.hero}>
      <div className="typed">
        <HeroTexts />
      </div>
      {picture === undefined ? (
        <Pictures products={products?.slice(0, PICTURES) ?? loading} />
      ) : (
        <img className={styles.own} {...picture} alt="" />
      )}
    </section>
  );
}

function Pictures({ products }: { products: readonly (Product | undefined)[] }) {
  return (
    <div className={styles.pictures} aria-hidden="true">
      {products.map((product, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: each place shows what is at this place of the list
        <div key={index} className={styles.picture}>
          {product && <ProductPicture {...product} eager />}
        </div>
      ))}
    </div>
  );
}

/** The heading of the page names the products, so these are paragraphs. */
function HeroTexts() {
  const own = useOwnShop();
  const { duration } = useDelivery();
  if (own?.hero !== undefined) {
    const { promise, text } = own.hero;
    return (
      <>
        <p className={styles.promise}>{promise}</p>
        {text !== undefined && <p className={styles.more}>{text}</p>}
      </>
    );
  }
  return (
    <>
      <p className={styles.promise}>
        The {own === undefined ? <em>fastest delivery</em> : 'fastest delivery'} to your doorstep
      </p>
      <p className={styles.more}>
        Trending items for every room and every day, with you within {duration}.
      </p>
    </>
  );
}
