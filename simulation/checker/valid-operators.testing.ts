/**
 * A file ships Carol's two orders of two lamps. The first gets another parcel and a note, and a lamp of it comes back. Carol
 * gets a credit. Dave's order is shipped, too, and his account is erased.
 */
import type { OrderOperation } from '../history.ts';
import type { Recorder } from './recorder.testing.ts';
import { apply, shipment, storedOrder, storedUser } from './valid-changes.testing.ts';

const house = { id: 'house', address: '3 Long Road' };
const placedTo = { addressId: house.id, address: house.address };
const parcelOf = (number: string) => ({ carrier: 'UPS', number });
const stored = (number: string) => ({ ...shipment, carrier: 'UPS', tracking: number });

export function recordOperators(carol: Recorder, dave: Recorder) {
  const placedBy = ({ username, call, enter }: Recorder, orders: Record<string, number>) => {
    const session = enter();
    const ask = (operation: Parameters<typeof call>[0], body: unknown, status = 200) =>
      call(operation, body, status, session);
    ask({ type: 'add address', address: house.address }, [{ _id: house.id, ...house }]);
    let balance = 5_000;
    const all = Object.entries(orders).map(([orderId, qty]) => {
      const line = { productId: 'lamp', qty };
      balance -= 11 * qty;
      ask({ type: 'put', ...line }, [line]);
      const reply = {
        success: true,
        orderId,
        total: 11 * qty,
        balance,
        lines: [{ cost: 11, ...line }],
      };
      ask({ type: 'checkout', key: orderId, addressId: house.id }, reply);
      const order = storedOrder(username, orderId, { key: orderId, ...placedTo, qty });
      return Object.assign(order, { balanceAfterCents: balance * 100 });
    });
    return { ask, all };
  };
  const order = (action: OrderOperation['action'], details: Partial<OrderOperation> = {}) => {
    return { type: 'change order', orderId: 'order-3', action, ...details } as const;
  };
  const changed = (refundedCents: number) => ({
    status: 'shipped',
    refundedCents,
    isChanged: true,
  });

  const { ask, all } = placedBy(carol, { 'order-3': 2, 'order-4': 2 });
  const { username } = carol;
  const parcels = all.map(({ id }) => ({ orderId: id, username, tracking: parcelOf(`of ${id}`) }));
  carol.call({ type: 'ship file', parcels, isAll: true }, { shipped: 2, already: 0 });
  carol.call(order('track', { tracking: parcelOf('second') }), changed(0));
  carol.call(order('note', { note: 'Careful' }), changed(0));
  const lines = { lamp: 1 };
  carol.call(order('refund', { lines, restock: lines, key: 'return' }), changed(1_100));
  const tracking = parcelOf('second');
  const history = [
    { status: 'placed' },
    { status: 'shipped', tracking: parcelOf('of order-3') },
    { status: 'shipped', tracking },
    { status: 'refunded', amount: 11 },
  ];
  const shown = { id: 'order-3', status: 'shipped', total: 22, refunded: 11, tracking, history };
  ask(
    { type: 'read order', orderId: 'order-3' },
    { ...shown, address: house.address, lines: [{ cost: 11, productId: 'lamp', qty: 2 }] },
  );
  const credit = { amountCents: 2_500, isPaid: false, note: 'Sorry', key: 'gift' };
  const balanceCents = 499_200;
  carol.call({ type: 'change wallet', ...credit }, { balanceCents, isChanged: true });
  carol.call({ type: 'change wallet', ...credit }, { balanceCents, isChanged: false });
  const [third, fourth] = all;
  if (third === undefined || fourth === undefined) throw new Error('Carol has two orders');
  const gift = { source: 'grants' as const, note: 'Sorry', key: 'gift', amountCents: 2_500 };
  const user = storedUser(username, { balanceCents, addresses: [house], money: [gift] });
  apply(third, 'shipped', stored('of order-3'));
  apply(third, 'shipped', { ...stored('second'), kind: 'tracked' });
  apply(third, 'shipped', { ...shipment, kind: 'noted', note: 'Careful' });
  const returned = { amountCents: 1_100, key: 'return', returns: [['lamp', 1, 1] as const] };
  apply(third, 'shipped', { ...shipment, kind: 'refunded', ...returned });
  apply(fourth, 'shipped', stored('of order-4'));
  return { carol: { user, third, fourth, gift }, dave: recordErasure(dave, placedBy) };
}

/** Loses the response to the erasure, and repeats it. */
function recordErasure(
  dave: Recorder,
  placedBy: (
    one: Recorder,
    orders: Record<string, number>,
  ) => {
    ask: (operation: Parameters<Recorder['call']>[0], body: unknown, status?: number) => void;
    all: ReturnType<typeof storedOrder>[];
  },
) {
  const { username, call, lose, crash } = dave;
  const { ask, all } = placedBy(dave, { 'order-5': 1 });
  const shipped = {
    type: 'change order',
    orderId: 'order-5',
    tracking: parcelOf('fifth'),
  } as const;
  const done = { status: 'shipped', refundedCents: 0 };
  call({ ...shipped, action: 'ship', note: 'By hand' }, { ...done, isChanged: true });
  // The number is known already. The erased order doesn't reveal it.
  call({ ...shipped, action: 'track' }, { ...done, isChanged: false });
  const userId = `id of ${username}`;
  const erasure = { type: 'erase account', userId, settlement: 'forfeits' } as const;
  lose(erasure);
  crash();
  call(erasure, { settledCents: 0, isRepeated: true });
  ask({ type: 'read cart' }, { message: 'Session expired' }, 401);
  const [order] = all;
  if (order === undefined) throw new Error('Dave has an order');
  apply(order, 'shipped', { ...shipment, carrier: 'UPS' });
  const pseudonym = { username: 'erased', key: null, addressId: '', address: '' };
  const money = [{ source: 'forfeits' as const, note: null, key: null, amountCents: -498_900 }];
  const user = storedUser(username, { balanceCents: 0, money, isErased: true });
  return {
    user: Object.assign(user, { username: 'erased' }),
    order: Object.assign(order, pseudonym),
  };
}
