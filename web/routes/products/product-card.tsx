import { memo } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { formatCents, toCents } from '../../../contract/money.ts';
import { Button } from '../../ui/button.tsx';
import { ProductPicture } from '../../ui/product-picture.tsx';
import { Rating } from '../../ui/rating.tsx';
import styles from './product-card.module.css';

/** What the card's button did last. */
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

/** Image, name, cost, stars and ADD TO CART (spec 2, products). */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, isEager, state, onAdd } = props;
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
        <h3 className={styles.name} title={product.name}>
          {product.name}
        </h3>
        <Rating value={product.rating} />
        <p className={styles.cost}>{formatCents(toCents(product.cost))}</p>
      </div>
      <Button
        wide
        look="soft"
        className={styles.add}
        aria-disabled={state === 'adding'}
        onClick={() => state !== 'adding' && onAdd(product._id)}
      >
        {labels[state]}
        <span className="visually-hidden">: {product.name}</span>
      </Button>
    </article>
  );
});
