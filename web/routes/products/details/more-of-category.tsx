import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { Product } from '../../../../contract/catalogue.ts';
import { listingOf, pageAddress } from '../../../../contract/listing.ts';
import { groupNameOf } from '../../../../contract/variants.ts';
import { formatPrice } from '../../../api/money.ts';
import { categoryQuery, MORE_OF_CATEGORY } from '../../../api/products.ts';
import type { ProductState } from '../../../session/over-list.ts';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import styles from './more-of-category.module.css';

/** Shows other products of the same category, once they are loaded. */
export function MoreOfCategory({ product: { _id, category, group } }: { product: Product }) {
  const { search, state } = useLocation();
  const { data = [] } = useQuery(categoryQuery(category));
  // Another backend may ignore the parameter.
  const others = data.filter(
    (other) =>
      other._id !== _id &&
      other.category === category &&
      (group === undefined || other.group !== group),
  );
  if (others.length === 0) return null;
  const listing = listingOf(new URLSearchParams(search));
  const { isOverList } = (state as ProductState | null) ?? {};
  const stateOfOthers: ProductState = { ...(isOverList && { isOverList }), isUndecided: true };
  return (
    <section className={`stack gap-3 ruled ${styles.more}`} aria-labelledby="more-heading">
      <h3 id="more-heading">More in {category}</h3>
      <ul className={styles.products}>
        {others.slice(0, MORE_OF_CATEGORY).map((other) => (
          <li key={other._id}>
            {/* It replaces this product, so that closing and going back lead to the list. */}
            <Link
              to={pageAddress(listing, other._id)}
              state={stateOfOthers}
              replace
              preventScrollReset
              className={`stack gap-1 ${styles.product}`}
            >
              <ProductPicture {...other} />
              <span className={styles.name} dir="auto">
                {groupNameOf(other)}
              </span>
              <span className="amount">{formatPrice(other)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
