/** What shoppers notice of a fault, by the history. */
import type { EventOf, TimedEvent } from './history.ts';
import { type Check, printTable } from './report.ts';

/** Nobody may have to wait longer until an order is placed. */
const RECOVERY_MAX_MS = 15_000;

/** Times are `performance.now()`. */
export interface Fault {
  name: string;
  from: number;
  /** When its last part began: replicas are restarted one after the other. */
  until: number;
  /** When the next one began. */
  to: number;
}

/** @returns every operation with its outcome; the status is 0 without a response */
export function outcomesOf(events: readonly TimedEvent[]) {
  const invocations = new Map<number, EventOf<'invoke'> & { ms: number }>();
  return events.flatMap((event) => {
    if (event.kind === 'invoke') invocations.set(event.id, event);
    const isOutcome = event.kind === 'response' || event.kind === 'info' || event.kind === 'fail';
    const invoke = isOutcome && invocations.get(event.id);
    if (!invoke) return [];
    const { username, operation, ms: invokedAt } = invoke;
    const { status, body } = event.kind === 'response' ? event : { status: 0, body: 'no response' };
    // A shopper has several accounts: `shopper-1-1`, `shopper-1-2`.
    const shopper = username.slice(0, username.lastIndexOf('-'));
    return [{ shopper, type: operation.type, invokedAt, endedAt: event.ms, status, body }];
  });
}
type Outcome = ReturnType<typeof outcomesOf>[number];

const isOrder = ({ type, status }: Outcome) => type === 'checkout' && status === 200;
const isError = ({ status }: Outcome) => status === 0 || status >= 500;

/** After a lost response, a name may be taken, and a cart change may arrive after it was repeated. */
function isRefusal({ type, status }: Outcome): boolean {
  const isExpected = type === 'register' || (type === 'checkout' && status === 409);
  return status >= 400 && status < 500 && !isExpected;
}

/** Until every shopper has placed an order that was sent after the fault; infinite if one never did. */
function recoveryMs({ until }: Fault, outcomes: readonly Outcome[]): number {
  const firsts = new Map(outcomes.map(({ shopper }) => [shopper, Number.POSITIVE_INFINITY]));
  for (const outcome of outcomes.filter(isOrder).toReversed()) {
    if (outcome.invokedAt >= until) firsts.set(outcome.shopper, outcome.endedAt);
  }
  return Math.max(...firsts.values()) - until;
}

export function printFaults(faults: readonly Fault[], outcomes: readonly Outcome[]): void {
  printTable(
    faults.map((fault) => {
      const within = outcomes.filter(({ endedAt }) => endedAt >= fault.from && endedAt < fault.to);
      const times = [...within.filter(isOrder).map(({ endedAt }) => endedAt), fault.to];
      const pauses = times.map((ms, index) => ms - (times[index - 1] ?? fault.from));
      return {
        fault: fault.name,
        orders: times.length - 1,
        errors: within.filter(isError).length,
        'longest time without any order, ms': Math.round(Math.max(...pauses)),
        'until everybody had ordered again, ms': Math.round(recoveryMs(fault, outcomes)),
      };
    }),
  );
}

/** @param faults the first one is the primary's; load balancer and replicas hide the others */
export function checkAvailability(faults: readonly Fault[], outcomes: readonly Outcome[]): Check[] {
  const [primary = { name: '', from: 0, until: 0, to: 0 }] = faults;
  const recoveredAt = primary.until + recoveryMs(primary, outcomes);
  const isAllowed = ({ endedAt }: Outcome) => endedAt >= primary.from && endedAt <= recoveredAt;
  const describe = ({ shopper, type, status, body }: Outcome) =>
    `${shopper}, ${type}: ${status} ${body}`;
  const errors = outcomes.filter((outcome) => isError(outcome) && !isAllowed(outcome));
  const slow = faults.filter((fault) => recoveryMs(fault, outcomes) > RECOVERY_MAX_MS);
  return [
    { name: 'nobody was refused', found: outcomes.filter(isRefusal).map(describe) },
    { name: 'errors occurred only while the primary was away', found: errors.map(describe) },
    {
      name: `everybody could order again within ${RECOVERY_MAX_MS / 1_000} s`,
      found: slow.map(({ name }) => name),
    },
  ];
}
