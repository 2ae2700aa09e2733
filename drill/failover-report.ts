/** What shoppers notice of a fault, by the history. */
import type { HistoryEvent, TimedEvent } from './history.ts';
import { type Check, printTable } from './report.ts';

/** Nobody may have to wait longer until an order is placed. */
const RECOVERY_MAX_MS = 15_000;

/** Times are `performance.now()`. */
export interface Fault {
  name: string;
  from: number;
  /** When its last part began: replicas are restarted one after the other. */
  until: number;
  /** The end of the phase. */
  to: number;
}

type Invocation = Extract<TimedEvent, { kind: 'invoke' }>;
/** An invocation and its outcome. */
interface Outcome {
  invoke: Invocation;
  event: TimedEvent & Extract<HistoryEvent, { kind: 'response' | 'info' | 'fail' }>;
}

export function printFaults(faults: readonly Fault[], events: readonly TimedEvent[]): void {
  const outcomes = outcomesOf(events);
  printTable(
    faults.map((fault) => {
      const isWithin = ({ event: { ms } }: Outcome) => ms >= fault.from && ms < fault.to;
      const times = outcomes
        .filter(isWithin)
        .filter(isOrder)
        .map(({ event }) => event.ms);
      const gaps = [...times, fault.to].map((ms, index) => ms - (times[index - 1] ?? fault.from));
      return {
        fault: fault.name,
        orders: times.length,
        errors: outcomes.filter(isWithin).filter(isError).length,
        'longest time without any order, s': seconds(Math.max(...gaps)),
        'until everybody had ordered again, s': seconds(recoveredAt(fault, outcomes) - fault.until),
      };
    }),
  );
}

/** @param faults the first one is the primary's; load balancer and replicas hide the others */
export function checkAvailability(
  faults: readonly Fault[],
  events: readonly TimedEvent[],
): Check[] {
  const outcomes = outcomesOf(events);
  const [primary] = faults;
  const recovered = primary ? recoveredAt(primary, outcomes) : 0;
  const isAllowed = ({ event: { ms } }: Outcome) =>
    primary && ms >= primary.from && ms <= recovered;
  return [
    { name: 'nobody was refused', found: outcomes.filter(isRefusal).map(describe) },
    {
      name: 'errors occurred only while the primary was away',
      found: outcomes.filter((outcome) => isError(outcome) && !isAllowed(outcome)).map(describe),
    },
    {
      name: `everybody could order again within ${RECOVERY_MAX_MS / 1_000} s`,
      found: faults
        .filter((fault) => recoveredAt(fault, outcomes) - fault.until > RECOVERY_MAX_MS)
        .map(({ name }) => name),
    },
  ];
}

function outcomesOf(events: readonly TimedEvent[]): Outcome[] {
  const invocations = new Map<number, Invocation>();
  const outcomes: Outcome[] = [];
  for (const event of events) {
    if (event.kind === 'invoke') invocations.set(event.id, event);
    else if (event.kind === 'response' || event.kind === 'info' || event.kind === 'fail') {
      const invoke = invocations.get(event.id);
      if (invoke) outcomes.push({ invoke, event });
    }
  }
  return outcomes;
}

/** When every shopper has placed an order that was sent after the fault; infinite if one never did. */
function recoveredAt({ until }: Fault, outcomes: readonly Outcome[]): number {
  const firsts = new Map<string, number>();
  for (const { invoke } of outcomes) firsts.set(shopperOf(invoke), Number.POSITIVE_INFINITY);
  for (const outcome of outcomes.filter(isOrder).toReversed()) {
    if (outcome.invoke.ms >= until) firsts.set(shopperOf(outcome.invoke), outcome.event.ms);
  }
  return Math.max(...firsts.values());
}

/** A shopper has several accounts: `shopper-1-1`, `shopper-1-2`. */
function shopperOf({ username }: Invocation): string {
  return username.slice(0, username.lastIndexOf('-'));
}

function isOrder({ invoke, event }: Outcome): boolean {
  return invoke.operation.type === 'checkout' && event.kind === 'response' && event.status === 200;
}

function isError({ event }: Outcome): boolean {
  return event.kind !== 'response' || event.status >= 500;
}

/** After a lost response, a name may be taken, and a cart change may arrive after it was repeated. */
function isRefusal({ invoke: { operation }, event }: Outcome): boolean {
  if (event.kind !== 'response' || event.status < 400 || event.status >= 500) return false;
  return operation.type !== 'register' && !(operation.type === 'checkout' && event.status === 409);
}

function describe({ invoke, event }: Outcome): string {
  const outcome = event.kind === 'response' ? `${event.status} ${event.body}` : 'no response';
  return `${invoke.username}, ${invoke.operation.type}: ${outcome}`;
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
