/** Reports the effect of faults on shoppers, from the times in the history. */
import type { EventOf, TimedEvent } from './history.ts';
import { type Check, printTable } from './report.ts';

/** The longest time until every shopper must have placed an order again. */
const RECOVERY_MAX_MS = 15_000;

/** Prints the effect of each fault. @returns the checks */
export function checkAvailability(events: readonly TimedEvent[]): Check[] {
  const outcomes = outcomesOf(events);
  const nemeses = events.filter((event) => event.kind === 'nemesis');
  // The last nemesis event only stops the replicas.
  const faults = nemeses.slice(0, -1).map(({ fault, ms: from }, index) => {
    const to = nemeses[index + 1]?.ms ?? from;
    const within = outcomes.filter(({ endedAt }) => endedAt >= from && endedAt < to);
    const times = [from, ...within.filter(isOrder).map(({ endedAt }) => endedAt), to];
    const pauses = times.slice(1).map((ms, index) => ms - (times[index] ?? ms));
    return {
      fault,
      orders: times.length - 2,
      errors: within.filter(isError).length,
      'longest time without any order, ms': Math.round(Math.max(...pauses)),
      'until everybody had ordered again, ms': recoveryMs(from, outcomes),
    };
  });
  printTable(faults);
  // The first fault is the loss of the primary. Load balancer and replicas must hide all others.
  const from = nemeses[0]?.ms ?? 0;
  const to = from + recoveryMs(from, outcomes);
  const errors = outcomes.filter(
    (outcome) => isError(outcome) && (outcome.endedAt < from || outcome.endedAt > to),
  );
  const slow = faults.filter(
    (fault) => fault['until everybody had ordered again, ms'] > RECOVERY_MAX_MS,
  );
  return [
    { name: 'nobody was refused', found: outcomes.filter(isRefusal).map(describe) },
    { name: 'errors occurred only while the primary was away', found: errors.map(describe) },
    {
      name: `everybody could order again within ${RECOVERY_MAX_MS / 1_000} s`,
      found: slow.map(({ fault }) => fault),
    },
  ];
}

/** @returns every operation with its outcome; status 0 means that there was no response */
function outcomesOf(events: readonly TimedEvent[]) {
  const invocations = new Map<number, EventOf<'invoke', TimedEvent>>();
  return events.flatMap((event) => {
    if (event.kind === 'invoke') invocations.set(event.id, event);
    const isOutcome = event.kind === 'response' || event.kind === 'info' || event.kind === 'fail';
    const invoke = isOutcome && invocations.get(event.id);
    if (!invoke) return [];
    const { username, operation, ms: invokedAt } = invoke;
    const { status, body } = event.kind === 'response' ? event : { status: 0, body: 'no response' };
    return [{ username, type: operation.type, invokedAt, endedAt: event.ms, status, body }];
  });
}
type Outcome = ReturnType<typeof outcomesOf>[number];

const isOrder = ({ type, status }: Outcome) => type === 'checkout' && status === 200;
/** All shoppers register at once from one address, so the shop sheds some of these requests, and they ask again. */
const isShed = ({ type, status }: Outcome) => type === 'register' && status === 503;
const isError = (outcome: Outcome) =>
  !isShed(outcome) && (outcome.status === 0 || outcome.status >= 500);
const describe = ({ username, type, status, body }: Outcome) =>
  `${username}, ${type}: ${status} ${body}`;

/** Whether a response is an unexpected refusal. After a lost response, a name may be taken, and a cart may change late. */
function isRefusal({ type, status }: Outcome): boolean {
  const isExpected = type === 'register' || (type === 'checkout' && status === 409);
  return status >= 400 && status < 500 && !isExpected;
}

/** The time until every shopper has placed an order that was sent after the fault; infinite if one never has. */
function recoveryMs(from: number, outcomes: readonly Outcome[]): number {
  const firsts = new Map(outcomes.map(({ username }) => [username, Number.POSITIVE_INFINITY]));
  for (const { username, invokedAt, endedAt } of outcomes.filter(isOrder).toReversed()) {
    if (invokedAt >= from) firsts.set(username, endedAt);
  }
  return Math.round(Math.max(...firsts.values()) - from);
}
