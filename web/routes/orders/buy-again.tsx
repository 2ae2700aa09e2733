import { useState } from 'react';
import { Link } from 'react-router';
import type { Product } from '../../../contract/catalogue.ts';
import type { Order } from '../../../contract/orders.ts';
import { Button } from '../../ui/button.tsx';
import styles from './buy-again.module.css';
import { type Bought, useBuyAgain } from './use-buy-again.ts';

interface BuyAgainProps {
  order: Order;
  products: ReadonlyMap<string, Product>;
  areProductsKnown: boolean;
}

/** Adds an order's products to the cart, at today's prices, and says what could not be added. */
export function BuyAgain({ order, products, areProductsKnown }: BuyAgainProps) {
  const { buy, isBuying } = useBuyAgain();
  const [bought, setBought] = useState<Bought>();

  async function onClick(): Promise<void> {
    if (isBuying || !areProductsKnown) return;
    setBought(undefined);
    setBought(await buy(order.lines, products));
  }

  return (
    <div className={styles.again}>
      <Button
        variant="soft"
        aria-disabled={isBuying || !areProductsKnown}
        onClick={() => void onClick()}
      >
        {isBuying ? 'Adding to cart' : 'Buy again'}
      </Button>
      <div role="status">{bought && <Outcome {...bought} />}</div>
    </div>
  );
}

function Outcome({ added, gone, failed }: Bought) {
  const products = added === 1 ? '1 product is' : `${added} products are`;
  return (
    <>
      {added > 0 && (
        <p>
          {products} in your cart at today's prices. <Link to="/checkout">Go to checkout</Link>
        </p>
      )}
      {gone.length > 0 && <p>No longer available: {gone.join(', ')}.</p>}
      {failed.length > 0 && <p>Could not be added: {failed.join(', ')}.</p>}
    </>
  );
}
