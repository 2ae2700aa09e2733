import type { ReactNode } from 'react';
import { deliverBy } from '../../../../contract/delivery.ts';
import { productAddress } from '../../../../contract/listing.ts';
import { unitsLeft } from '../../../../contract/messages.ts';
import { formatDollars } from '../../../api/money.ts';
import type { ShownProduct } from '../../../api/product-details.ts';
import { PageMeta } from '../../../app/page-meta.tsx';
import { Day } from '../../../session/moment.tsx';
import { useIsOtherBackend } from '../../../session/other-backend.ts';
import { useDelivery } from '../../../session/site.ts';
import { useIsHydrated } from '../../../ui/hydrated.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Rating } from '../../../ui/rating.tsx';
import { BuyProduct } from './buy-product.tsx';
import { MoreOfCategory } from './more-of-category.tsx';
import { useChoice } from './options/use-choice.ts';
import { VariantChoice } from './options/variant-choice.tsx';
import styles from './product-dialog.module.css';
import { ProductGallery } from './product-gallery.tsx';

interface ProductViewProps {
  nameId: string;
  product: ShownProduct;
  /** The dialog shows a group without a chosen variant. */
  isUndecided: boolean;
  /** The details are loading. */
  isLoading: boolean;
  onChoose: (variantId: string) => void;
  /** Replaces the details if they could not be loaded. */
  children: ReactNode;
}

/** Details that arrive later are at the end or in reserved space, so that nothing moves. */
export function ProductView(props: ProductViewProps) {
  const { nameId, product, isUndecided, isLoading, onChoose, children } = props;
  const { _id, category, rating, image, pictures, brand, description } = product;
  const { name, price, stock, choice, requireChoice } = useChoice(product, isUndecided, onChoose);
  return (
    <div className={styles.product}>
      <PageMeta
        title={name}
        description={summaryOf(product)}
        path={productAddress(_id)}
        image={image}
      />
      <div className={styles.gallery}>
        <ProductGallery
          key={_id}
          name={name}
          category={category}
          pictures={pictures?.length ? [...new Set(pictures)] : [image]}
        />
      </div>
      <div className={`stack gap-3 ${styles.text}`}>
        {category && <p className="secondary-text">{category}</p>}
        <h2 id={nameId} className={styles.name} dir="auto">
          {name}
        </h2>
        <Rating value={rating} />
        <div className="row baseline">
          <p className={`amount ${styles.cost}`}>{price}</p>
          <p className={styles.stock} data-sold-out={stock === 0}>
            {stock != null && unitsLeft(stock)}
          </p>
        </div>
        {choice && <VariantChoice {...choice} />}
      </div>
      <BuyProduct
        key={_id}
        nameId={nameId}
        product={{ _id, name, stock }}
        price={price}
        requireChoice={requireChoice}
      />
      <div className={`stack ${styles.text}`}>
        {stock !== 0 && <Delivery />}
        {isLoading && (
          <p className="secondary-text" role="status">
            Loading description
          </p>
        )}
        {brand && (
          <p>
            <span className="secondary-text">Brand</span> {brand}
          </p>
        )}
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {children}
      </div>
      {/* After the details, so that these do not move it. */}
      {!isLoading && <MoreOfCategory product={product} />}
    </div>
  );
}

/** The page of the server may be old and knows no time zone, so the browser says the day. */
function Delivery() {
  const isHydrated = useIsHydrated();
  const isOtherBackend = useIsOtherBackend();
  const { businessDays, duration, text } = useDelivery();
  return (
    <div className="stack gap-2">
      <p className={styles.promise}>
        <Icon name="parcel" />
        <span>
          {text === undefined ? 'Free delivery' : 'Arrives'}{' '}
          {isHydrated ? (
            <>
              by <Day of={deliverBy(Date.now(), businessDays)} />
            </>
          ) : (
            `in ${duration}`
          )}
          .{text && ` ${text}`}
        </span>
      </p>
      {!isOtherBackend && (
        <p className={styles.promise}>
          <Icon name="back" />
          <span>You can cancel an order until it is shipped, and get all money back.</span>
        </p>
      )}
    </div>
  );
}

/** A description of at most 160 characters, cut between words if possible. */
function summaryOf({ name, cost, description = '' }: ShownProduct): string {
  if (description === '') {
    return `${name} for ${formatDollars(cost)}, with fast delivery to your doorstep.`;
  }
  if (description.length <= 160) return description;
  const [start] = /^.{100,158}(?=\s)|^.{158}/su.exec(description) ?? [''];
  return `${start}…`;
}
