/** The last cart, prices and orders that a shopper has seen. The shopper trusts them; the checker verifies them. */
import type { Cart } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalogue.ts';
import { sumCents, toCents } from '../../contract/money.ts';
import type { Order } from '../../contract/orders.ts';
import type { ShopperOperation } from '../history.ts';

export type Checkout = Extract<ShopperOperation, { type: 'checkout' }>;

export class Seen {
  cart: Cart = [];
  addresses: string[] = [];
  orders: string[] = [];
  /** The invoices and credit notes of the last list of orders. */
  invoices: { number: string; orderId: string }[] = [];
  #costs = new Map<string, number>();

  /** @param body the contract's reply to the operation */
  learn(operation: ShopperOperation, body: unknown): void {
    if (operation.type === 'put' || operation.type === 'read cart') this.cart = body as Cart;
    else if (operation.type === 'checkout') {
      const { orderId } = body as { orderId: string };
      if (!this.orders.includes(orderId)) this.orders.push(orderId);
      this.cart = [];
    } else if (operation.type === 'read orders') {
      const orders = body as Order[];
      const shown = orders.map(({ id }) => id).reverse();
      this.invoices = orders.flatMap(({ id: orderId, invoice, history = [] }) =>
        [invoice, ...history.map((step) => step.invoice)].flatMap((number) =>
          number === undefined ? [] : { number, orderId },
        ),
      );
      this.orders = [...this.orders.filter((id) => !shown.includes(id)), ...shown];
    } else if (operation.type === 'read products') {
      this.#costs = new Map((body as Product[]).map(({ _id, cost }) => [_id, toCents(cost)]));
    } else if (operation.type.endsWith('address') || operation.type === 'read addresses') {
      this.addresses = (body as { _id: string }[]).map(({ _id }) => _id);
    }
  }

  isOnSale(productId: string): boolean {
    return this.#costs.has(productId);
  }

  /** The total of the cart in cents. */
  cartTotal(): number {
    const costOf = (productId: string) => this.#costs.get(productId) ?? 0;
    return sumCents(this.cart.map(({ productId, qty }) => ({ costCents: costOf(productId), qty })));
  }
}
