/** Pairs each invocation of a history with its response: every call takes effect between two events. */
import type { CheckoutReply } from '../../contract/orders.ts';
import type { Engine } from '../../server/storage/engine.ts';
import type { Change, FinalState, HistoryEvent, Operation, Product, Response } from '../history.ts';

/** Positions of events. What happens, happens once between them. */
export interface Interval {
  from: number;
  /** Infinite if it may still happen when the history ends. */
  to: number;
}

export interface Call extends Interval {
  id: number;
  username: string;
  session: number | undefined;
  operation: Operation;
  /** Missing if the outcome is unknown: there is no response, or it is a 5xx. */
  response?: Response;
}
export type CallOf<Type extends Operation['type']> = Call & {
  operation: Extract<Operation, { type: Type }>;
};

export interface TimedChange extends Interval, Change {
  /** Missing where stock isn't counted. */
  stock?: { before: number; after: number } | undefined;
}

export interface PairedHistory {
  engine: Engine;
  products: readonly Product[];
  /** Those that may have reached a server, in the order of their invocations. */
  calls: readonly Call[];
  changes: readonly TimedChange[];
  final: FinalState;
  /** Responses that are a 5xx. */
  errors: readonly { call: Call; status: number }[];
  defects: readonly string[];
  faults: readonly string[];
  withoutResponse: number;
}

/** @throws Error if the history has no start or no end, or a response without an invocation */
export function pairCalls(events: readonly HistoryEvent[]): PairedHistory {
  const calls = new Map<number, Call>();
  const changes = new Map<number, TimedChange>();
  const errors: { call: Call; status: number }[] = [];
  const deaths: number[] = [];
  for (const [at, event] of events.entries()) {
    if (event.kind === 'invoke') {
      const { id, username, session, operation } = event;
      calls.set(id, { id, username, session, operation, from: at, to: Infinity });
    } else if (event.kind === 'response') {
      const call = known(calls, event.id);
      const { status, body, replayed } = event;
      if (status >= 500) errors.push({ call, status });
      else Object.assign(call, { to: at, response: { status, body, replayed } });
    } else if (event.kind === 'fail') calls.delete(event.id);
    else if (event.kind === 'nemesis' && event.noServer) deaths.push(at);
    else if (event.kind === 'change') {
      changes.set(event.id, { ...event.change, from: at, to: Infinity });
    } else if (event.kind === 'changed') {
      const { before, after } = event;
      const stock = before === null || after === null ? undefined : { before, after };
      Object.assign(known(changes, event.id), { to: at, stock });
    }
  }
  // A dead server does nothing any more.
  for (const call of calls.values()) {
    if (!call.response) call.to = deaths.find((death) => death > call.from) ?? Infinity;
  }
  const { engine, products } = only(events, 'start');
  return {
    engine,
    products,
    calls: [...calls.values()],
    changes: [...changes.values()],
    final: only(events, 'final'),
    errors,
    defects: all(events, 'defect').map(({ line }) => line),
    faults: all(events, 'nemesis').map(({ fault }) => fault),
    withoutResponse: all(events, 'info').length,
  };
}

export function isCall<Type extends Operation['type']>(
  call: Call,
  type: Type,
): call is CallOf<Type> {
  return call.operation.type === type;
}

export function callsOf<Type extends Operation['type']>(
  { calls }: PairedHistory,
  type: Type,
): CallOf<Type>[] {
  return calls.filter((call) => isCall(call, type));
}

export interface AcknowledgedOrder {
  call: CallOf<'checkout'>;
  reply: CheckoutReply;
  /** Of the shopper and the idempotency key. */
  key: string;
}

/** Every response that says that an order is placed, replays included. */
export function acknowledgedOrders(history: PairedHistory): AcknowledgedOrder[] {
  return callsOf(history, 'checkout').flatMap((call) => {
    if (call.response?.status !== 200) return [];
    const key = keyOf({ username: call.username, key: call.operation.key });
    return [{ call, reply: JSON.parse(call.response.body), key }];
  });
}

/** Idempotency keys of different shoppers have nothing to do with each other. */
export function keyOf({ username, key }: { username: string; key: string | null }): string {
  return `${username} ${key}`;
}

function known<T>(map: ReadonlyMap<number, T>, id: number): T {
  const found = map.get(id);
  if (found === undefined) throw new Error(`The history has no beginning of ${id}`);
  return found;
}

type EventOf<Kind extends HistoryEvent['kind']> = Extract<HistoryEvent, { kind: Kind }>;

function all<Kind extends HistoryEvent['kind']>(
  events: readonly HistoryEvent[],
  kind: Kind,
): EventOf<Kind>[] {
  return events.filter((event): event is EventOf<Kind> => event.kind === kind);
}

function only<Kind extends HistoryEvent['kind']>(
  events: readonly HistoryEvent[],
  kind: Kind,
): EventOf<Kind> {
  const [found, ...others] = all(events, kind);
  if (found && others.length === 0) return found;
  throw new Error(`A history has one event "${kind}"`);
}
