/** How long answers take at a steady rate, beside those of a bare server that is asked the same. */
import { quantileOf } from '../search/metrics.ts';
import { besideBare } from './bare.ts';
import { inTurns, type Round } from './compare.ts';
import { type Call, keepUp, type Latency, type Target } from './load.ts';
import type { Shop } from './stage.ts';

const ROUND_SECONDS = 4;

interface Steady extends Pick<Target, 'statuses'> {
  call: () => Call;
  /** Requests a second. */
  rate: number;
}

/** Each the median of the rounds'. */
export type ComparedLatency = Round<Latency>;

/** In turn, so that a machine that stands still makes both late. */
export function keepUpBesideBare(
  shop: Shop,
  { call, statuses, rate }: Steady,
): Promise<ComparedLatency> {
  return besideBare(shop, call(), async (bare) => {
    const measure = (server: Shop) => keepUp({ server, call, statuses }, rate, ROUND_SECONDS);
    const rounds = await inTurns({ shop: () => measure(shop), bare: () => measure(bare) });
    return {
      shop: medianOf(rounds.map((round) => round.shop)),
      bare: medianOf(rounds.map((round) => round.bare)),
    };
  });
}

function medianOf(latencies: readonly Latency[]): Latency {
  const of = (name: keyof Latency) =>
    quantileOf(
      latencies.map((latency) => latency[name]),
      0.5,
    );
  return { median: of('median'), p99: of('p99'), longest: of('longest') };
}
