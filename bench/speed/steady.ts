/** How long answers take at a steady rate, beside those of a bare server that is asked the same. */
import { quantileOf } from '../search/metrics.ts';
import { besideBare } from './bare.ts';
import { inTurns, type Round } from './compare.ts';
import { type Call, keepUp, type Latency, type Target } from './load.ts';
import { serverTimes } from './server-time.ts';
import type { Shop } from './stage.ts';

const ROUND_SECONDS = 4;

interface Steady extends Pick<Target, 'statuses'> {
  call: () => Call;
  /** Requests a second. */
  rate: number;
}

/** Each the median of the rounds'. */
export interface ComparedLatency extends Round<Latency> {
  /** Milliseconds from when the shop began with a request until it was answered, of 99 of 100. */
  serverP99: number;
}

/** In turn, so that a machine that stands still makes both late. */
export function keepUpBesideBare(
  shop: Shop,
  { call, statuses, rate }: Steady,
): Promise<ComparedLatency> {
  return besideBare(shop, call(), async (bare) => {
    const measure = (server: Shop) => keepUp({ server, call, statuses }, rate, ROUND_SECONDS);
    const rounds = await inTurns({
      async shop() {
        const from = shop.process.output().length;
        const latency = await measure(shop);
        const times = await serverTimes(shop.process, from, rate * ROUND_SECONDS);
        return { ...latency, serverP99: quantileOf(times, 0.99) };
      },
      bare: () => measure(bare),
    });
    const ofShop = rounds.map((round) => round.shop);
    return {
      shop: medianOf(ofShop),
      bare: medianOf(rounds.map((round) => round.bare)),
      serverP99: medianOfValues(ofShop.map(({ serverP99 }) => serverP99)),
    };
  });
}

function medianOf(latencies: readonly Latency[]): Latency {
  const of = (name: keyof Latency) => medianOfValues(latencies.map((latency) => latency[name]));
  return { median: of('median'), p99: of('p99'), longest: of('longest') };
}

function medianOfValues(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}
