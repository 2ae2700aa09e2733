import { Counter, type Registry } from 'prom-client';
import type { Meter } from '../services.ts';

/** Counts orders and amounts in cents. For accounting, use the ledger. */
export function countSales(registry: Registry): Meter {
  const registers = [registry];
  const orders = new Counter({ name: 'qkart_orders_total', help: 'Orders placed.', registers });
  const sold = new Counter({
    name: 'qkart_sold_cents_total',
    help: 'Cents paid for orders.',
    registers,
  });
  const granted = new Counter({
    name: 'qkart_granted_cents_total',
    help: 'Cents granted to new wallets.',
    registers,
  });
  return {
    orderPlaced(totalCents) {
      orders.inc();
      sold.inc(totalCents);
    },
    moneyGranted: (cents) => granted.inc(cents),
  };
}
