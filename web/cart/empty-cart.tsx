import { Scene } from '../ui/scene.tsx';
import styles from './empty-cart.module.css';

/** An empty basket with the words of the specification (spec 2, cart panel). */
export function EmptyCart() {
  return (
    <div className={styles.empty}>
      <Scene>
        <path d="M34 52h92l-9 38a6 6 0 0 1-6 4H49a6 6 0 0 1-6-4z" />
        <path d="M54 52 72 22m34 30L88 22" fill="none" />
        <path d="M28 52h104M62 64v18m18-18v18m18-18v18" />
        <path d="M130 16v12m-6-6h12M26 26v8m-4-4h8" stroke="var(--star)" />
      </Scene>
      <p>Cart is empty. Add more items to the cart to checkout.</p>
    </div>
  );
}
