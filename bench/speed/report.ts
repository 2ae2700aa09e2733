/** What was measured, for people and for programs. */
import { table } from '../search/report.ts';
import type { Compared } from './compare.ts';
import type { Throughput } from './load.ts';
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
  const { what, ratio, ratioMin, ratioMax, reference, target, shop, bare } = compared;
  return {
    what,
    figure: `${ratio.toFixed(2)} of ${reference}`,
    ...(target === undefined ? NO_TARGET : atLeast(ratio, target)),
    more:
      `${whole(shop.perSecond)}/s beside ${whole(bare.perSecond)}/s; ` +
      `${ratioMin.toFixed(2)} to ${ratioMax.toFixed(2)}; ` +
      `CPU ${cpuText(shop)} ms each beside ${cpuText(bare)}`,
    measured: compared,
  };
}

function cpuText({ cpuMs, databaseCpuMs }: Throughput): string {
  const own = cpuMs.toFixed(3);
  return databaseCpuMs > 0 ? `${own} and the database's ${databaseCpuMs.toFixed(3)}` : own;
}

/** By what whoever asks has to wait for an answer. */
export function latencyRow(what: string, latency: ComparedLatency, targetMs?: number): Row {
  const { shop, serverP99 } = latency;
  const more = `${bareText(latency)}; ${serverP99.toFixed(1)} ms of server time`;
  return { ...p99Row(what, shop.p99, 'ms', targetMs), more, measured: latency };
}

/** By what the shop takes from when it begins with a request. */
export function serverTimeRow(what: string, latency: ComparedLatency, targetMs: number): Row {
  const { shop, serverP99 } = latency;
  return {
    ...p99Row(what, serverP99, 'ms of server time', targetMs),
    more: `from when it was due ${shop.p99.toFixed(1)} ms, ${bareText(latency)}`,
    measured: latency,
  };
}

function p99Row(what: string, p99: number, unit: string, targetMs: number | undefined) {
  const target =
    targetMs === undefined
      ? NO_TARGET
      : { target: `under ${targetMs} ms`, isReached: p99 < targetMs };
  return { what, figure: `p99 ${p99.toFixed(1)} ${unit}`, ...target };
}

function bareText({ shop, bare }: ComparedLatency): string {
  return (
    `bare node:http at that rate ${bare.p99.toFixed(1)} ms; ` +
    `median ${shop.median.toFixed(1)} beside ${bare.median.toFixed(1)} ms`
  );
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
