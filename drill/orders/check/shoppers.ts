/** Of each shopper: that there is one order of their requests in which every answer is right. */

import { toCents } from '../../../contract/money.ts';
import type { CheckoutReply } from '../../../contract/orders.ts';
import type { BookedOrder } from '../history.ts';
import { findUnexplained, type Happening } from './linearise.ts';
import {
  happeningOf,
  happeningOfBooks,
  type Knowledge,
  newShopper,
  type PlacedOrder,
  placedOf,
  type Shopper,
} from './shopper-model.ts';
import { type Call, isCall, orderIn, type Trace } from './trace.ts';

/** @returns a sentence for each shopper whose answers no order of their requests explains */
export function findUnserialisable({ calls, books }: Trace): string[] {
  const orders = Map.groupBy(books.orders, ({ username }) => username);
  const users = new Map(books.users.map((user) => [user.username, user]));
  const found: string[] = [];
  for (const [username, own] of Map.groupBy(calls, (call) => call.username)) {
    const booked = orders.get(username) ?? [];
    const known = knowledgeOf(own, booked, users.get(username)?.addresses ?? []);
    const happenings = own.flatMap((call) => happeningOf(call, known) ?? []);
    const user = users.get(username);
    const keys = new Set(booked.flatMap(({ key }) => key ?? []));
    if (user) happenings.push(happeningOfBooks(user, [...keys]));
    const unexplained = findUnexplained<Shopper>(newShopper, happenings as Happening<Shopper>[]);
    if (unexplained) found.push(`${username}: nothing explains ${unexplained.name}`);
  }
  return found;
}

function knowledgeOf(
  calls: readonly Call[],
  booked: readonly BookedOrder[],
  addresses: readonly { id: string; address: string }[],
): Knowledge {
  const orders = new Map<string, PlacedOrder>();
  const keys = new Map<string, string>();
  const texts = new Map(addresses.map(({ id, address }) => [id, address]));
  for (const order of booked) {
    if (order.key === null || orders.has(order.key)) continue;
    orders.set(order.key, placedOf(order));
    keys.set(order.id, order.key);
  }
  for (const call of calls) {
    for (const { _id, address } of addressesIn(call)) texts.set(_id, address);
    const reply = isCall(call, 'checkout') ? orderIn(call) : undefined;
    if (reply === undefined || !isCall(call, 'checkout')) continue;
    const { key } = call.operation;
    if (!orders.has(key)) orders.set(key, placedAsTold(reply));
    keys.set(reply.orderId, key);
  }
  return {
    orderOf: (key) => orders.get(key),
    keyOfOrder: (orderId) => keys.get(orderId),
    addressOf: (id) => texts.get(id),
  };
}

function addressesIn(call: Call): { _id: string; address: string }[] {
  const isList = ['read addresses', 'add address', 'delete address'].includes(call.operation.do);
  return isList && call.answer?.status === 200 ? JSON.parse(call.answer.body) : [];
}

function placedAsTold({ lines, total, balance }: CheckoutReply): PlacedOrder {
  return {
    cart: lines.map(({ productId, qty }) => [productId, qty] as const),
    totalCents: toCents(total),
    balanceAfterCents: toCents(balance),
  };
}
