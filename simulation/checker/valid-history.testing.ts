/** A history without violations. Tests edit it to add one. */
import type { FinalState } from '../final-state.ts';
import type { HistoryEvent, Operation, Response } from '../history.ts';
import type { InvariantName } from './checker.ts';
import { recorderOf } from './recorder.testing.ts';
import { recordChanges, sale, storedUser } from './valid-changes.testing.ts';
import { recordOperators } from './valid-operators.testing.ts';

const order = { key: 'key', addressId: 'home', expectedTotal: '22.5' };
export const checkout = { type: 'checkout' as const, ...order };
export const list = (cost: number) => [
  { _id: 'lamp', cost },
  { _id: 'pen', cost: 0.5 },
];
export const [lamps, pen, pens] = [
  { productId: 'lamp', qty: 2 },
  { productId: 'pen', qty: 1 },
  { productId: 'pen', qty: 3 },
];

/**
 * Alice orders two lamps and a pen. The first response is lost, and the price of the lamp changes meanwhile. Others order
 * after her, and a file adds five lamps.
 */
export function validHistory() {
  const events: HistoryEvent[] = [];
  const alice = recorderOf(events, 'alice');
  const lamp = { id: 'lamp', costCents: 1_000, stock: 10 };
  const products = [lamp, { id: 'pen', costCents: 50, stock: null }];
  const terms = {
    ...{ name: 'Lights', taxName: 'VAT', rates: { full: 20 }, usual: 'full' },
    timeZone: 'UTC',
  };
  events.push({ kind: 'start', engine: 'sqlite', products, terms });
  const session = alice.enter();
  const call = (operation: Operation, body: unknown, status = 200) =>
    alice.call(operation, body, status, session);
  const home = { _id: 'home', address: '1 Long Road' };
  call({ type: 'add address', address: home.address }, [home]);
  call({ type: 'put', ...lamps }, [lamps]);
  call({ type: 'put', ...pen }, [lamps, pen]);
  events.push({ kind: 'change', id: 1_000, change: { productId: 'lamp', costCents: 1_100 } });
  call({ type: 'read products' }, list(11));
  events.push({ kind: 'changed', id: 1_000 });
  call({ type: 'read products' }, list(11));
  alice.lose(checkout, session);
  alice.crash();
  const lines = [
    { cost: 11, ...lamps },
    { cost: 0.5, ...pen },
  ];
  const reply = { success: true, orderId: 'order', total: 22.5, balance: 4_977.5, lines };
  alice.respond(alice.invoke(checkout, session), 200, reply, true);
  call({ type: 'read cart' }, []);
  call({ type: 'read balance' }, { balance: 4_977.5 });
  const document = {
    ...{ number: '2026-000001', issuedOn: '2026-06-01', suppliedOn: '2026-06-01' },
    ...{ seller: terms.name, buyer: home.address, total: 22.5, lines: [] },
    taxes: [{ name: 'VAT', percent: 20, net: 18.75, tax: 3.75, gross: 22.5 }],
  };
  const history = [{ status: 'placed' }];
  const { address } = home;
  const placed = { status: 'placed', refunded: 0, history };
  const shown = { id: 'order', address, lines, total: 22.5, ...placed };
  call({ type: 'read invoice', number: document.number, orderId: 'order' }, { ...shown, document });
  call({ type: 'put', ...pens }, [pens]);
  call({ type: 'logout' }, null, 204);
  call({ type: 'read cart' }, { message: 'Session expired' }, 401);
  const bob = recordChanges(recorderOf(events, 'bob'));
  const file = {
    kind: 'change',
    id: 1_100,
    change: { productId: 'lamp', stockChange: 5 },
  } as const;
  events.push(file, { kind: 'changed', id: 1_100 });
  const { carol, dave } = recordOperators(recorderOf(events, 'carol'), recorderOf(events, 'dave'));
  alice.crash();

  const [username, addressId, balanceAfterCents] = ['alice', 'home', 497_750];
  const addresses = [{ id: addressId, address: home.address }];
  const fields = { balanceCents: balanceAfterCents, cart: [pens], addresses };
  const user = storedUser(username, fields);
  const storedLines = [
    { ...lamps, costCents: 1_100, taxRate: 20_000 },
    { ...pen, costCents: 50, taxRate: 20_000 },
  ];
  const amounts = { totalCents: 2_250, balanceAfterCents, lines: storedLines };
  const state = { status: 'placed' as const, refundedCents: 0, changes: [], times: [] };
  const order: FinalState['orders'][number] = {
    id: 'order',
    userId: user.id,
    username,
    key: 'key',
    addressId,
    address: home.address,
    ...amounts,
    ...state,
    ...sale,
  };
  const stock = { lamp: 7, pen: null };
  const final: FinalState & { stock: typeof stock } = {
    users: [user, bob.user, carol.user, dave.user],
    orders: [order, bob.first, bob.second, carol.third, carol.fourth, dave.order],
    stock,
    stockChanges: [
      { productId: 'lamp', units: 10, reason: 'import' as const },
      { productId: 'lamp', units: -2, reason: 'order' as const },
      { productId: 'lamp', units: 5, reason: 'update' as const },
    ],
    // Tests issue them after their edits; see issue().
    invoices: [],
    ledger: { salesCents: 0 },
    checks: [],
  };
  events.push({ kind: 'final', ...final });
  /** The response to the last operation of this type by Alice or another shopper. */
  const responseTo = (type: Operation['type'], username = 'alice'): Response => {
    const last = events.findLast(
      (each) =>
        each.kind === 'invoke' && each.operation.type === type && each.username === username,
    );
    const isIt = (each: HistoryEvent) =>
      each.kind === 'response' && last?.kind === 'invoke' && each.id === last.id;
    // The history above has a response to every type that tests ask for.
    return events.find(isIt) as HistoryEvent & Response;
  };
  const removeOrder = () => {
    final.orders.shift();
    user.balanceCents = 500_000;
    stock.lamp += 2;
  };
  /** Inserts events before the last crash. */
  const insert = (...more: HistoryEvent[]) => events.splice(-2, 0, ...more);
  return { events, final, user, order, bob, carol, dave, responseTo, removeOrder, insert };
}

export type Edit = (history: ReturnType<typeof validHistory>) => unknown;

/** Edits of a valid history, with the invariants that each violates. */
export type Violations = Record<string, [violated: InvariantName[], Edit]>;
