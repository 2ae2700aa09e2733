import { memo, useId } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { formatDollars } from '../../api/money.ts';
import { Button } from '../../ui/button.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { Rating } from '../../ui/rating.tsx';
import styles from './product-card.module.css';

/** The state of the card's button. */
export type AddState = 'idle' | 'adding' | 'added';

const labels: Record<AddState, string> = {
  idle: 'ADD TO CART',
  adding: 'ADDING…',
  added: 'ADDED',
};

interface ProductCardProps {
  product: Product;
  isEager: boolean;
  state: AddState;
  onAdd: (productId: string) => void;
}

/**
 * Image, name, cost, stars and ADD TO CART (spec 2, products). Memoised because a screen has a hundred of
 * them, and is rendered again with every navigation and change of the cart.
 */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, isEager, state, onAdd } = props;
  const id = useId();
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <ProductPicture
          name={product.name}
          category={product.category}
          image={product.image}
          eager={isEager}
        />
      </div>
      <div className={styles.body}>
        <h3 id={`${id}-name`} className={styles.name} title={product.name}>
          {product.name}
        </h3>
        <Rating value={product.rating} />
        <p className={styles.cost}>{formatDollars(product.cost)}</p>
      </div>
      <Button
        id={id}
        // Named by its own text and the product's name.
        aria-labelledby={`${id} ${id}-name`}
        wide
        variant="soft"
        className={styles.add}
        aria-disabled={state === 'adding'}
        onClick={() => state !== 'adding' && onAdd(product._id)}
      >
        {labels[state]}
      </Button>
    </article>
  );
});
