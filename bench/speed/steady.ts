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
    const begins: number[] = [];
    const rounds = await inTurns({
      shop() {
        begins.push(shop.process.written());
        return measure(shop);
      },
      bare: () => measure(bare),
    });
    return {
      shop: medianOf(rounds.map((round) => round.shop)),
      bare: medianOf(rounds.map((round) => round.bare)),
      // Read when all is over: so much to read would make this client late.
      serverP99: await serverP99(
        shop,
        rounds.map((round, index) => ({
          from: begins.at(index - rounds.length) ?? 0,
          requests: round.shop.answered,
        })),
      ),
    };
  });
}

/** @param rounds what the shop had written before each, and how many requests it answered in it */
async function serverP99(
  shop: Shop,
  rounds: readonly { from: number; requests: number }[],
): Promise<number> {
  const ofRounds: number[] = [];
  for (const { from, requests } of rounds) {
    ofRounds.push(quantileOf(await serverTimes(shop.process, from, requests), 0.99));
  }
  return quantileOf(ofRounds, 0.5);
}

function medianOf(latencies: readonly Latency[]): Latency {
  const of = (name: keyof Latency) =>
    quantileOf(
      latencies.map((latency) => latency[name]),
      0.5,
    );
  return { median: of('median'), p99: of('p99'), longest: of('longest'), answered: of('answered') };
}
