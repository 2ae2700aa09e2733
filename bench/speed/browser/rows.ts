/** The page in Chromium, beside its targets. */
import { type Shop, startShop } from '../../../e2e/serve.ts';
import { figureRow, type Row } from '../report.ts';
import { measureLoading } from './loading.ts';
import { measureResponsiveness } from './responsiveness.ts';

const RESPONSE_MS = 100;

/** The demo catalogue, on SQLite: what a visitor of a new shop sees. */
export async function measureBrowser(): Promise<Row[]> {
  const shop = await startShop();
  try {
    return [...(await loadingRows(shop)), ...(await responseRows(shop))];
  } finally {
    await shop.stop();
  }
}

async function loadingRows({ address }: Shop): Promise<Row[]> {
  const { median, runs, weight } = await measureLoading(address);
  const timing = (what: string, name: keyof typeof median, limit: number, unit: string): Row => ({
    ...atMost(`${what} of /`, median[name], limit, unit),
    more: `median of ${runs.map((run) => round(run[name])).join(', ')}`,
    measured: { runs: runs.map((run) => run[name]) },
  });
  return [
    timing('FCP', 'fcpMs', 1_000, 'ms'),
    timing('LCP', 'lcpMs', 1_500, 'ms'),
    timing('TBT', 'tbtMs', 50, 'ms'),
    timing('CLS', 'cls', 0, ''),
    atMost('JavaScript of /', weight.js / 1_000, 125, 'kB'),
    atMost('HTML of /', weight.html / 1_000, 14, 'kB'),
  ];
}

async function responseRows({ address }: Shop): Promise<Row[]> {
  const responses = await measureResponsiveness(address);
  return responses.map(({ what, durations, median }) => ({
    ...figureRow(`${what}, 4x slower`, median, RESPONSE_MS, 'ms'),
    more: `median of ${durations.map(round).join(', ')}`,
    measured: { durations },
  }));
}

function atMost(what: string, value: number, limit: number, unit: string): Row {
  return {
    what,
    figure: `${round(value)} ${unit}`.trim(),
    target: `${limit} ${unit} at most`.replace('  ', ' '),
    isReached: value <= limit,
    more: '',
    measured: { value },
  };
}

/** To what can be told apart. */
function round(value: number): string {
  return String(value < 1 ? Number(value.toFixed(3)) : Math.round(value * 10) / 10);
}
