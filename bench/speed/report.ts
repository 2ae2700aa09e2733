/** What was measured, for people and for programs. */
import { table } from '../search/report.ts';
import type { Compared } from './compare.ts';
import type { ComparedLatency } from './steady.ts';

/** One line of the table. */
export interface Row {
  what: string;
  figure: string;
  target: string;
  /** Undefined where there is no target. */
  isReached: boolean | undefined;
  /** What else there is to say. */
  more: string;
  /** All that was measured. */
  measured: object;
}

const NO_TARGET = { target: '', isReached: undefined };

function atLeast(value: number, target: number) {
  return { target: `${target} at least`, isReached: value >= target };
}

export function comparedRow(compared: Compared): Row {
  const { what, ratio, ratioMin, ratioMax, reference, target, perSecond, barePerSecond } = compared;
  return {
    what,
    figure: `${ratio.toFixed(2)} of ${reference}`,
    ...(target === undefined ? NO_TARGET : atLeast(ratio, target)),
    more:
      `${whole(perSecond)}/s beside ${whole(barePerSecond)}/s; ` +
      `${ratioMin.toFixed(2)} to ${ratioMax.toFixed(2)}; ${compared.cpuMs.toFixed(3)} ms CPU each`,
    measured: compared,
  };
}

export function latencyRow(what: string, latency: ComparedLatency, targetMs?: number): Row {
  const { shop, bare } = latency;
  return {
    what,
    figure: `p99 ${shop.p99.toFixed(1)} ms`,
    ...(targetMs === undefined
      ? NO_TARGET
      : { target: `under ${targetMs} ms`, isReached: shop.p99 < targetMs }),
    more:
      `bare node:http at that rate ${bare.p99.toFixed(1)} ms; ` +
      `median ${shop.median.toFixed(1)} beside ${bare.median.toFixed(1)} ms`,
    measured: latency,
  };
}

export function figureRow(what: string, value: number, limit: number, unit: string): Row {
  return {
    what,
    figure: `${whole(value)} ${unit}`,
    target: `under ${limit} ${unit}`,
    isReached: value < limit,
    more: '',
    measured: { value },
  };
}

export function reportOf(rows: readonly Row[]): string {
  return table(
    ['what', 'figure', 'target', 'reached', 'more'],
    rows.map(({ what, figure, target, isReached, more }) => [
      what,
      figure,
      target,
      isReached === undefined ? '' : isReached ? 'yes' : 'NO',
      more,
    ]),
  );
}

function whole(value: number): string {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
