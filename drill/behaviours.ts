/** The behaviours of shoppers: their actions with weights, and the errors of their connections. */
import type { Behaviour } from './shopper.ts';

/** Shoppers who make every possible mistake, on bad connections. */
export const adversarial: Behaviour = {
  cutShare: 0.08,
  isPatient: false,
  pauseMs: 0,
  ordersMax: 30,
  actions: [
    [30, (one) => one.put()],
    [8, (one) => Promise.all([one.put(0), one.put(1)])],
    [4, (one) => one.putTwice()],
    [10, (one) => one.ask({ type: 'read cart' })],
    [6, (one) => one.ask({ type: 'read balance' })],
    [4, (one) => one.readOrder()],
    [3, (one) => one.readOrders()],
    [6, (one) => one.ask({ type: 'read products' })],
    [3, (one) => one.addAddress()],
    [3, (one) => one.deleteAddress()],
    [2, (one) => one.ask({ type: 'read addresses' })],
    [14, (one) => one.order()],
    [5, (one) => one.order((checkout) => [checkout, checkout])],
    [5, (one) => one.order((checkout, other) => [checkout, other])],
    [8, (one) => one.orderAgain()],
    [3, (one) => one.cancel()],
    [2, (one) => one.cancel([0, 1])],
    [1, (one) => one.logOut()],
  ],
};

/** Shoppers who make no mistakes, on good connections, so that every error is the shop's. */
export const patient: Behaviour = {
  cutShare: 0,
  isPatient: true,
  pauseMs: 100,
  // There is one account, because a load balancer cannot repeat a lost registration.
  ordersMax: Number.POSITIVE_INFINITY,
  actions: [
    [2, (one) => one.put()],
    [1, (one) => one.ask({ type: 'read cart' })],
    [1, (one) => one.ask({ type: 'read balance' })],
    [1, (one) => one.readOrder()],
    [5, (one) => one.order()],
  ],
};
