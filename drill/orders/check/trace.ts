/** A history, made ready for questions: every call with its answer, and between which events it happened. */
import type { CheckoutReply } from '../../../contract/orders.ts';
import type { Answer, Books, Change, HistoryEvent, Operation, SoldProduct } from '../history.ts';

/** Events are numbered; what a call or a change did, it did between two of them. */
export interface Span {
  from: number;
  /** Infinite where it has not ended. */
  to: number;
}

export interface Call extends Span {
  number: number;
  username: string;
  session: number | undefined;
  operation: Operation;
  /** Nothing where it was lost, or where a 5xx says as little: it may have been done, or not. */
  answer?: Answer;
}
export type CallOf<Do extends Operation['do']> = Call & {
  operation: Extract<Operation, { do: Do }>;
};

export interface Changed extends Span {
  what: Change;
  /** Units on the shelf; nothing where they aren't counted. */
  shelf?: { before: number; after: number } | undefined;
}

export interface Trace {
  engine: 'sqlite' | 'postgres';
  products: readonly SoldProduct[];
  /** Those that may have reached the server, in the order in which they were sent. */
  calls: readonly Call[];
  changes: readonly Changed[];
  books: Books;
  /** Statuses of answers that were 5xx, with what was asked for. */
  failures: readonly { call: Call; status: number }[];
  defects: readonly string[];
  kills: number;
  databaseKills: number;
  lost: number;
}

/** @throws Error where the history has no beginning or no end */
export function traceOf(events: readonly HistoryEvent[]): Trace {
  const calls = new Map<number, Call>();
  const changes = new Map<number, Changed>();
  const failures: { call: Call; status: number }[] = [];
  const downs: number[] = [];
  const defects: string[] = [];
  let lost = 0;
  for (const [at, event] of events.entries()) {
    if (event.kind === 'call') {
      const { call: number, username, session, operation } = event;
      calls.set(number, { number, username, session, operation, from: at, to: Infinity });
    } else if (event.kind === 'answer') {
      const call = known(calls, event.call);
      const { status, body, replayed } = event;
      if (status >= 500) failures.push({ call, status });
      else Object.assign(call, { to: at, answer: { status, body, replayed } });
    } else if (event.kind === 'lost') lost++;
    else if (event.kind === 'unsent') calls.delete(event.call);
    else if (event.kind === 'down') downs.push(at);
    else if (event.kind === 'changing') {
      changes.set(event.change, { what: event.what, from: at, to: Infinity });
    } else if (event.kind === 'changed') {
      const { before, after } = event;
      const shelf = before === null || after === null ? undefined : { before, after };
      Object.assign(known(changes, event.change), { to: at, shelf });
    } else if (event.kind === 'defect') defects.push(event.line);
  }
  for (const call of calls.values()) {
    // What a dead server was doing it doesn't do any more.
    if (call.answer === undefined) call.to = downs.find((down) => down > call.from) ?? Infinity;
  }
  const { engine, products } = only(events, 'shop');
  return {
    engine,
    products,
    calls: [...calls.values()],
    changes: [...changes.values()],
    books: only(events, 'books'),
    failures,
    defects,
    kills: downs.length,
    databaseKills: events.filter(({ kind }) => kind === 'database back').length,
    lost,
  };
}

export function isCall<Do extends Operation['do']>(call: Call, what: Do): call is CallOf<Do> {
  return call.operation.do === what;
}

export function callsOf<Do extends Operation['do']>({ calls }: Trace, what: Do): CallOf<Do>[] {
  return calls.filter((call) => isCall(call, what));
}

/** What a checkout was answered that was an order, the first time or again. */
export function orderIn({ answer }: Call): CheckoutReply | undefined {
  return answer?.status === 200 ? JSON.parse(answer.body) : undefined;
}

/** A key is a shopper's own. */
export function keyOf({ username, key }: { username: string; key: string | null }): string {
  return `${username} ${key}`;
}

function known<T>(map: ReadonlyMap<number, T>, number: number): T {
  const found = map.get(number);
  if (found === undefined)
    throw new Error(`The history has an answer to ${number}, which is missing`);
  return found;
}

function only<Kind extends HistoryEvent['kind']>(
  events: readonly HistoryEvent[],
  kind: Kind,
): Extract<HistoryEvent, { kind: Kind }> {
  const isWanted = (event: HistoryEvent): event is Extract<HistoryEvent, { kind: Kind }> =>
    event.kind === kind;
  const found = events.filter(isWanted);
  if (found.length !== 1 || found[0] === undefined) {
    throw new Error(`A history has one event "${kind}", and this one has ${found.length}`);
  }
  return found[0];
}
