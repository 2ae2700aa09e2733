/** How long answers take as the shop is asked more: latency against load, up to nearly all that it can. */
import { type Curve, draw } from '../picture.ts';
import { cartOf } from './answers.ts';
import { besideBare } from './bare.ts';
import { inTurn, keepUp, type Latency, type Target } from './load.ts';
import { cartChanges } from './orders.ts';
import type { Row } from './report.ts';
import { writeResult } from './results.ts';
import { type Database, fillCarts, type Shop } from './stage.ts';
import { saturateByWrk } from './wrk.ts';

/** Of the most that the shop answers in the same run, or that this client can ask it. */
const SHARES = [0.1, 0.25, 0.5, 0.75, 0.9];
const CONNECTIONS = 32;
const CLIENT_MAX = 25_000;
const PEAK_SECONDS = 3;
const SECONDS = 5;
const CART_LINES = 5;

export async function measurePressure(shop: Shop, database: Database): Promise<Row[]> {
  await fillCarts(database, CART_LINES);
  const page = { path: '/', headers: { 'accept-encoding': 'br' } };
  // What the machine adds: it sends the page, and does nothing else.
  return besideBare(shop, page, (bare) =>
    measureAll({
      'bare node:http': { server: bare, call: page },
      'GET /': { server: shop, call: page },
      'GET /cart': { server: shop, call: inTurn(database.accounts.map(cartOf)) },
      'POST /cart': { server: shop, call: cartChanges(database) },
    }),
  );
}

async function measureAll(asked: Record<string, Omit<Target, 'statuses'>>): Promise<Row[]> {
  const rows: Row[] = [];
  const [medians, slowest]: [Curve[], Curve[]] = [[], []];
  for (const [what, target] of Object.entries(asked)) {
    const { latencies, peak } = await measureOne({ ...target, statuses: [200] });
    medians.push({ name: what, values: latencies.map(({ median }) => median) });
    slowest.push({ name: what, values: latencies.map(({ p99 }) => p99) });
    const list = (of: (latency: Latency) => number) =>
      latencies.map((latency) => of(latency).toFixed(1)).join(', ');
    rows.push({
      what: `${what} at ${SHARES.join(', ')} of ${Math.round(peak)}/s`,
      figure: `p99 ${list(({ p99 }) => p99)} ms`,
      target: '',
      isReached: undefined,
      more: `median ${list(({ median }) => median)} ms`,
      measured: { peak, latencies },
    });
  }
  const picture = draw({
    title: 'How long an answer takes against how much is asked',
    measured: 'ms from when a request was due',
    along: '% of the most that it answers, or is asked',
    steps: SHARES.map((share) => String(share * 100)),
    panels: [
      { name: 'Half of them', curves: medians },
      { name: '99 of 100', curves: slowest },
    ],
  });
  await writeResult('pressure.svg', picture);
  return rows;
}

async function measureOne(target: Target): Promise<{ peak: number; latencies: Latency[] }> {
  // The first one warms it up.
  await saturateByWrk(target, CONNECTIONS, { seconds: PEAK_SECONDS });
  const { perSecond } = await saturateByWrk(target, CONNECTIONS, { seconds: PEAK_SECONDS });
  const peak = Math.min(perSecond, CLIENT_MAX);
  const latencies: Latency[] = [];
  for (const share of SHARES) latencies.push(await keepUp(target, peak * share, SECONDS));
  return { peak, latencies };
}
