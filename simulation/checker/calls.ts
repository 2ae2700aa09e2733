/** Pairs each invocation of a history with its response. A call takes effect between the two events. */
import type { CheckoutReply } from '../../contract/orders.ts';
import type { Change, EventOf, HistoryEvent, Operation, Response, SaleTerms } from '../history.ts';

/** Positions of events. `to` is infinite for a call that may take effect after the end of the history. */
export interface Interval {
  from: number;
  to: number;
}

export interface Call extends Interval {
  id: number;
  username: string;
  session?: number;
  operation: Operation;
  /** Missing if the outcome is unknown, because there is no response or it is a 5xx. */
  response?: Response;
}
type Type = Operation['type'];
export type CallOf<T extends Type> = Call & { operation: Operation & { type: T } };

type TimedChange = Interval & Change;
type TimedTerms = Interval & { terms: SaleTerms };

interface Calls {
  calls: readonly Call[];
}

export type PairedHistory = ReturnType<typeof pairCalls>;

/** @throws Error if the history has no start or no end, or a response without an invocation */
export function pairCalls(events: readonly HistoryEvent[]) {
  const calls = new Map<number, Call>();
  const changes = new Map<number, TimedChange | TimedTerms>();
  const errors: { call: Call; status: number; body: string }[] = [];
  const crashes: number[] = [];
  for (const [at, event] of events.entries()) {
    if (event.kind === 'invoke') calls.set(event.id, { ...event, from: at, to: Infinity });
    else if (event.kind === 'response') {
      const call = known(calls, event.id);
      if (event.status >= 500) errors.push({ ...event, call });
      else Object.assign(call, { to: at, response: event });
    } else if (event.kind === 'crash') crashes.push(at);
    else if (event.kind === 'change') {
      changes.set(event.id, { ...event.change, from: at, to: Infinity });
    } else if (event.kind === 'changed') {
      known(changes, event.id).to = at;
    }
  }
  // A call without a response ends with the next crash.
  for (const call of calls.values()) {
    if (!call.response) call.to = crashes.find((crash) => crash > call.from) ?? Infinity;
  }
  const { engine, products, terms, hasReceiver = false } = only(events, 'start');
  const all = [...calls.values()].flatMap(byOwner);
  return {
    engine,
    products,
    hasReceiver,
    /** In the order of their invocations. A file has one for each owner of its orders. */
    calls: all,
    changes: [...changes.values()].filter((change) => 'productId' in change),
    /** What the identity said of sales, one after the other. */
    terms: [
      { terms, from: 0, to: 0 },
      ...[...changes.values()].filter((change) => 'terms' in change),
    ],
    final: withNames(only(events, 'final'), all),
    /** The 5xx responses. */
    errors,
    defects: eventsOf(events, 'defect').map(({ line }) => line),
    deliveries: eventsOf(events, 'delivery'),
    crashes: crashes.length,
    withoutResponse: eventsOf(events, 'info').length,
  };
}

function byOwner(call: Call): Call[] {
  if (!isCall(call, 'ship file')) return [call];
  const { operation } = call;
  return [...Map.groupBy(operation.parcels, ({ username }) => username)].map(([username, own]) => {
    const isAll = own.length === operation.parcels.length;
    return { ...call, username, operation: { ...operation, parcels: own, isAll } };
  });
}

/** Gives erased accounts their names back, and their orders the keys that the responses tell. */
function withNames(final: EventOf<'final'>, calls: readonly Call[]) {
  const names = new Map(
    calls.flatMap((call) =>
      isCall(call, 'erase account') ? [[call.operation.userId, call.username]] : [],
    ),
  );
  const addresses = new Map(calls.flatMap(shownAddresses));
  const placed = new Map(
    acknowledgedOrders({ calls }).map(({ call, reply }) => [reply.orderId, call]),
  );
  const erased = new Set(final.users.flatMap(({ id, isErased }) => (isErased ? id : [])));
  return {
    ...final,
    users: final.users.map((user) => ({ ...user, username: names.get(user.id) ?? user.username })),
    orders: final.orders.map((order) => {
      const username = names.get(order.userId) ?? order.username;
      if (!erased.has(order.userId)) return { ...order, username, isNameless: false };
      const { key = null, addressId = '' } = placed.get(order.id)?.operation ?? {};
      const address = addresses.get(addressId) ?? '';
      return { ...order, username, key, addressId, address, isNameless: address === '' };
    }),
  };
}

/** The addresses that a response shows. */
export function shownAddresses({
  operation: { type },
  response,
}: Call): [id: string, text: string][] {
  if (response?.status !== 200 || !/address(es)?$/.test(type)) return [];
  const shown: { _id: string; address: string }[] = JSON.parse(response.body);
  return shown.map(({ _id, address }) => [_id, address]);
}

export function isCall<T extends Type>(call: Call, type: T): call is CallOf<T> {
  return call.operation.type === type;
}

export function callsOf<T extends Type>({ calls }: Calls, type: T): CallOf<T>[] {
  return calls.filter((call) => isCall(call, type));
}

/** Every response that confirms an order, replays included. */
export function acknowledgedOrders(history: Calls) {
  return callsOf(history, 'checkout').flatMap((call) => {
    if (call.response?.status !== 200) return [];
    const reply: CheckoutReply = JSON.parse(call.response.body);
    return [{ call, reply, key: keyOf({ ...call, ...call.operation }) }];
  });
}

/** Combines username and idempotency key, because different shoppers may use the same key. */
export function keyOf({ username, key }: { username: string; key: string | null }): string {
  return `${username} ${key}`;
}

function known<T>(map: ReadonlyMap<number, T>, id: number): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`The history has no beginning of ${id}`);
  return found;
}

type Kind = HistoryEvent['kind'];

function eventsOf<K extends Kind>(events: readonly HistoryEvent[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

function only<K extends Kind>(events: readonly HistoryEvent[], kind: K): EventOf<K> {
  const [found, ...others] = eventsOf(events, kind);
  if (found && others.length === 0) return found;
  throw new Error(`A history has one event "${kind}"`);
}
