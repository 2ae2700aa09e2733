import { memo, useId, useRef } from 'react';
import type { Product } from '../../../../contract/catalogue.ts';
import { groupNameOf } from '../../../../contract/variants.ts';
import { formatPrice } from '../../../api/money.ts';
import { type AddState, AddToCartButton } from '../../../cart/add-to-cart.tsx';
import { onPlainClick } from '../../../ui/button.tsx';
import { ProductPicture } from '../../../ui/product-picture.tsx';
import { Rating } from '../../../ui/rating.tsx';
import styles from './product-card.module.css';

interface ProductCardProps {
  product: Product;
  /** The address of the product's dialog. */
  address: string;
  isEager: boolean;
  /** The quantity in the cart. */
  inCart: number;
  state: AddState;
  onAdd: (productId: string, qty: number, picture: HTMLElement | null) => void;
  onOpen: (address: string) => void;
}

/**
 * Shows image, name, cost, stars and ADD TO CART (R4.1). The card is memoised because a screen has
 * many of them and renders again with every navigation and change of the cart.
 */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, address, isEager, inCart, state, onAdd, onOpen } = props;
  const card = useRef<HTMLElement>(null);
  const nameId = useId();
  const isGroup = product.group !== undefined;
  const name = groupNameOf(product);
  const openDialog = () => onOpen(address);
  return (
    <article ref={card} className={styles.card}>
      {/* A Link of the router would render again with every navigation. */}
      <a className={styles.link} href={address} onClick={onPlainClick(openDialog)}>
        <div className={styles.picture}>
          <ProductPicture
            name={name}
            category={product.category}
            image={product.image}
            shownIn="card"
            eager={isEager}
          />
          {inCart > 0 && <span className={`badge ${styles.inCart}`}>{inCart} in cart</span>}
        </div>
        <h2 id={nameId} className={styles.name} title={name} dir="auto">
          {name}
        </h2>
      </a>
      <Rating value={product.rating} />
      <p className={`amount ${styles.cost}`}>{formatPrice(product)}</p>
      <AddToCartButton
        nameId={nameId}
        variant="soft"
        className={styles.add}
        state={state}
        // Nothing is added before the shopper has chosen a variant.
        onAdd={() =>
          isGroup ? openDialog() : onAdd(product._id, 1, card.current?.querySelector('img') ?? null)
        }
      />
    </article>
  );
});
