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

interface Logged extends Latency {
  /** What the server had written before, see `Child.written`. */
  from: number;
}

/** In turn, so that a machine that stands still makes both late. */
export function keepUpBesideBare(
  shop: Shop,
  { call, statuses, rate }: Steady,
): Promise<ComparedLatency> {
  return besideBare(shop, call(), async (bare) => {
    const measure = async (server: Shop): Promise<Logged> => {
      const from = server.process.written();
      return { from, ...(await keepUp({ server, call, statuses }, rate, ROUND_SECONDS)) };
    };
    const rounds = await inTurns({ shop: () => measure(shop), bare: () => measure(bare) });
    return {
      shop: medianOf(rounds.map((round) => round.shop)),
      bare: medianOf(rounds.map((round) => round.bare)),
      // Read when all is over: so much to read would make this client late.
      serverP99: await serverP99(
        shop,
        rounds.map((round) => round.shop),
      ),
    };
  });
}

async function serverP99(shop: Shop, rounds: readonly Logged[]): Promise<number> {
  const ofRounds: number[] = [];
  for (const { from, answered } of rounds) {
    ofRounds.push(quantileOf(await serverTimes(shop.process, from, answered), 0.99));
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
