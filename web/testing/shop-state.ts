import type { Address } from '../../contract/addresses.ts';
import type { Cart, CartChangeBody } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalogue.ts';
import type { CheckoutReply, Order, OrderLine } from '../../contract/orders.ts';
import type { ProductDetails } from '../../contract/pages.ts';
import { demoProducts } from './demo-products.ts';

/** A shop in memory: products, and one shopper's cart, addresses, orders and wallet. */
export class ShopState {
  products: Product[] = [...demoProducts];
  /** Products of a page of a list, unless fewer are asked for. */
  pageSize = 100;
  /** What the details of a product have beyond the fields of a list, by product id. */
  details: Record<string, Partial<ProductDetails>> = {};
  cart: Cart = [];
  addresses: Address[] = [];
  /** Newest first. */
  orders: Order[] = [];
  /** Dollars. */
  balance = 5_000;
  readonly username = 'somebody';
  readonly token = `token-${crypto.randomUUID()}`;

  putInCart({ _id }: { _id: string }, qty = 1): void {
    this.changeCart({ productId: _id, qty });
  }

  changeCart({ productId, qty }: CartChangeBody): void {
    const isThere = this.cart.some((line) => line.productId === productId);
    this.cart = isThere
      ? this.cart.map((line) => (line.productId === productId ? { productId, qty } : line))
      : [...this.cart, { productId, qty }];
    this.cart = this.cart.filter((line) => line.qty > 0);
  }

  saveAddress(address: string): void {
    this.addresses = [...this.addresses, { _id: `address-${crypto.randomUUID()}`, address }];
  }

  /** Orders the cart to this address. @returns the order's id */
  order(address: string): string {
    return this.placeOrder(address).orderId;
  }

  placeOrder(address: string): CheckoutReply {
    const lines = this.cart.map(({ productId, qty }): OrderLine => {
      const product = this.products.find(({ _id }) => _id === productId);
      if (product === undefined) throw new Error(`There is no product ${productId}`);
      return { productId, qty, name: product.name, cost: product.cost };
    });
    const total =
      lines.reduce((cents, { cost, qty }) => cents + Math.round(cost * 100) * qty, 0) / 100;
    this.balance = Math.round((this.balance - total) * 100) / 100;
    this.cart = [];
    const orderId = `order-${crypto.randomUUID()}`;
    const number = `20EB-${String(this.orders.length).padStart(4, '0')}`;
    const deliverBy = '2026-11-20';
    this.orders = [
      {
        ...{ id: orderId, number, status: 'placed', placedAt: '2026-11-11T10:00:00.000Z' },
        ...{ address, lines, total, refunded: 0, deliverBy },
      },
      ...this.orders,
    ];
    return { success: true, orderId, number, total, balance: this.balance, lines, deliverBy };
  }

  cancelOrder(order: Order): Order {
    const cancelled: Order = { ...order, status: 'cancelled', refunded: order.total };
    this.balance += order.total;
    this.orders = this.orders.map((other) => (other.id === order.id ? cancelled : other));
    return cancelled;
  }
}
