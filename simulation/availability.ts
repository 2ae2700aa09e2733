/** How a fault affects shoppers, by the times in the history. */
import type { EventOf, TimedEvent } from './history.ts';
import { type Check, print } from './report.ts';

/** The longest time until every shopper must have placed an order again. */
const RECOVERY_MAX_MS = 15_000;
/** A busy machine sheds a few requests at any time. */
const LATE_ERRORS_MAX = 0.01;

/** Prints how long nobody got an order, and how long it takes until all do. */
export function checkAvailability(events: readonly TimedEvent[]): Check[] {
  const outcomes = outcomesOf(events);
  const from = events.find(({ kind }) => kind === 'fault')?.ms ?? 0;
  const orders = outcomes.filter(isOrder).map(({ endedAt }) => endedAt);
  const times = [from, ...orders.filter((ms) => ms > from)];
  const pauses = times.slice(1).map((ms, index) => ms - (times[index] ?? ms));
  const recoveryMs = recoveryAfter(from, outcomes);
  // Those before the fault are of shoppers who all begin at once.
  const errors = outcomes.filter(
    ({ status, endedAt }) => endedAt >= from && (status === 0 || status >= 500),
  );
  const isLate = ({ endedAt }: Outcome) => endedAt > from + recoveryMs;
  const late = errors.filter(isLate);
  const isTolerable = late.length <= LATE_ERRORS_MAX * outcomes.filter(isLate).length;
  print(`longest time without any order       ${Math.round(Math.max(...pauses))} ms`);
  print(`until everybody had ordered again    ${Math.round(recoveryMs)} ms`);
  print(`errors meanwhile                     ${errors.length - late.length}`);
  const recovered = `everybody could order again within ${RECOVERY_MAX_MS / 1_000} s`;
  return [
    {
      name: 'errors end when everybody can order again',
      found: isTolerable ? [] : late.map(describe),
    },
    { name: recovered, found: recoveryMs > RECOVERY_MAX_MS ? [`after ${recoveryMs} ms`] : [] },
  ];
}

/** @param count of shoppers */
export function hasEverybodyOrdered(events: readonly TimedEvent[], count: number): boolean {
  return (
    new Set(
      outcomesOf(events)
        .filter(isOrder)
        .map(({ username }) => username),
    ).size >= count
  );
}

/** @returns every operation with its outcome; status 0 means that there was no response */
function outcomesOf(events: readonly TimedEvent[]) {
  const invocations = new Map<number, EventOf<'invoke', TimedEvent>>();
  return events.flatMap((event) => {
    if (event.kind === 'invoke') invocations.set(event.id, event);
    const invoke =
      (event.kind === 'response' || event.kind === 'info') && invocations.get(event.id);
    if (!invoke) return [];
    const { username, operation, ms: invokedAt } = invoke;
    const { status, body } = event.kind === 'response' ? event : { status: 0, body: 'no response' };
    return [{ username, type: operation.type, invokedAt, endedAt: event.ms, status, body }];
  });
}
type Outcome = ReturnType<typeof outcomesOf>[number];

const isOrder = ({ type, status }: Outcome) => type === 'checkout' && status === 200;
const describe = ({ username, type, status, body }: Outcome) =>
  `${username}, ${type}: ${status} ${body}`;

/** The time until every shopper has placed an order that was sent after the fault; infinite if one never has. */
function recoveryAfter(from: number, outcomes: readonly Outcome[]): number {
  const firsts = new Map(outcomes.map(({ username }) => [username, Number.POSITIVE_INFINITY]));
  for (const { username, invokedAt, endedAt } of outcomes.filter(isOrder).toReversed()) {
    if (invokedAt >= from) firsts.set(username, endedAt);
  }
  return Math.max(...firsts.values()) - from;
}
