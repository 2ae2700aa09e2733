import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { QUANTITY_MAX } from '../../../contract/limits.ts';
import type { OrderLine } from '../../../contract/orders.ts';
import { cartMutation, cartQuery, pendingQuantity } from '../../api/cart.ts';
import { readSession } from '../../session/session.ts';

export interface Bought {
  /** The number of products that were added to the cart. */
  added: number;
  /** Names of products that are no longer in the catalogue. */
  gone: string[];
  /** Names of products that the server refused to add. */
  failed: string[];
}

/** Adds the quantities of an order's lines to those in the cart. */
export function useBuyAgain() {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(cartMutation);
  const [isBuying, setBuying] = useState(false);

  /** @returns undefined if the cart could not be loaded; the query client shows that failure */
  async function buy(
    lines: readonly OrderLine[],
    products: ReadonlyMap<string, Product>,
  ): Promise<Bought | undefined> {
    const { token } = readSession();
    if (token === null) return undefined;
    setBuying(true);
    try {
      const cart = await client.fetchQuery(cartQuery(token));
      const bought: Bought = { added: 0, gone: [], failed: [] };
      for (const { productId, name, qty } of lines) {
        if (!products.has(productId)) {
          bought.gone.push(name);
          continue;
        }
        const inCart = cart.find((line) => line.productId === productId)?.qty ?? 0;
        const before = pendingQuantity(client, { token, productId }) ?? inCart;
        const change = { token, productId, qty: Math.min(before + qty, QUANTITY_MAX) };
        await mutateAsync(change).then(
          () => bought.added++,
          () => bought.failed.push(name),
        );
      }
      return bought;
    } catch {
      return undefined;
    } finally {
      setBuying(false);
    }
  }
  return { buy, isBuying };
}
