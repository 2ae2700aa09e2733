/** What happened when, and what shoppers saw of it. Times are `performance.now()` milliseconds. */
import type { Acknowledged, ShoppingRecord } from './record.ts';

export interface Phase {
  name: string;
  startedAt: number;
  endedAt: number;
}

/** From a fault until everybody can order again. */
export interface Window {
  name: string;
  from: number;
  /** When the last of it was done: releases take a replica away a second time. */
  until: number;
  /** Infinite where somebody never could. */
  to: number;
}

export interface PhaseSummary {
  orders: number;
  p50: number;
  p99: number;
  failures: number;
  mended: number;
  replays: number;
  /** Milliseconds in which nobody was told of an order. */
  longestPause: number;
}

export class Timeline {
  readonly phases: Phase[] = [];

  async phase(name: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    await work();
    this.phases.push({ name, startedAt, endedAt: performance.now() });
  }
}

export function summarise({ startedAt, endedAt }: Phase, record: ShoppingRecord): PhaseSummary {
  const isWithin = ({ at }: { at: number }) => at >= startedAt && at < endedAt;
  const orders = record.acknowledged.filter(isWithin);
  const failures = record.failures.filter(isWithin);
  const durations = orders.map((order) => order.at - order.startedAt).sort((a, b) => a - b);
  return {
    orders: orders.length,
    p50: quantile(durations, 0.5),
    p99: quantile(durations, 0.99),
    failures: failures.length,
    mended: failures.filter(({ isMended }) => isMended).length,
    replays: orders.filter(({ isReplay }) => isReplay).length,
    longestPause: longestGap([startedAt, ...orders.map(({ at }) => at), endedAt]),
  };
}

/** @param phase begins with the fault */
export function windowOf(
  { name, startedAt }: Phase,
  until: number,
  users: readonly string[],
  { acknowledged }: ShoppingRecord,
): Window {
  const isAfter = (order: Acknowledged) =>
    order.startedAt >= until || (order.at > until && order.failures > 0);
  const firsts = users.map((user) => {
    const first = acknowledged.find((order) => order.userId === user && isAfter(order));
    return first?.at ?? Number.POSITIVE_INFINITY;
  });
  return { name, from: startedAt, until, to: Math.max(...firsts) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function longestGap(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(...sorted.slice(1).map((time, index) => time - (sorted[index] ?? time)));
}
