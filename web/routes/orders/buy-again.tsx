import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Product } from '../../../contract/catalogue.ts';
import { QUANTITY_MAX } from '../../../contract/limits.ts';
import type { Order } from '../../../contract/orders.ts';
import { cartMutation, cartQuery, pendingQuantity } from '../../api/cart.ts';
import { readSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';

interface BuyAgainProps {
  order: Order;
  products: ReadonlyMap<string, Product>;
  areProductsKnown: boolean;
}

interface Bought {
  /** The number of products that were added to the cart. */
  added: number;
  /** Names of products that are no longer in the catalogue. */
  gone: string[];
  /** Names of products that the server refused to add. */
  failed: string[];
}

/** Adds the quantities of an order's lines to those in the cart, at today's prices, and says what could not be added. */
export function BuyAgain({ order, products, areProductsKnown }: BuyAgainProps) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(cartMutation);
  const [isBuying, setBuying] = useState(false);
  const [bought, setBought] = useState<Bought>();
  const isDisabled = isBuying || !areProductsKnown;

  async function buy(token: string): Promise<Bought> {
    const cart = await client.fetchQuery(cartQuery(token));
    const outcome: Bought = { added: 0, gone: [], failed: [] };
    for (const { productId, name, qty } of order.lines) {
      if (!products.has(productId)) {
        outcome.gone.push(name);
        continue;
      }
      const inCart = cart.find((line) => line.productId === productId)?.qty ?? 0;
      const before = pendingQuantity(client, { token, productId }) ?? inCart;
      const change = { token, productId, qty: Math.min(before + qty, QUANTITY_MAX) };
      await mutateAsync(change).then(
        () => outcome.added++,
        () => outcome.failed.push(name),
      );
    }
    return outcome;
  }

  async function onClick(): Promise<void> {
    const { token } = readSession();
    if (token === null || isDisabled) return;
    setBuying(true);
    setBought(undefined);
    // The query client shows that the cart could not be loaded.
    setBought(await buy(token).catch(() => undefined));
    setBuying(false);
  }

  return (
    <div className="stack gap-2 to-start small">
      <Button variant="soft" aria-disabled={isDisabled} onClick={() => void onClick()}>
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
