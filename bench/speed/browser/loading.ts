/** How fast the products are there on a phone, and what comes for them. */
import { openLighthouseBrowser } from '../../../e2e/lighthouse-browser.ts';
import { untilProductsAreFresh, type Weight, weigh } from '../../../e2e/weigh.ts';
import { quantileOf } from '../../search/metrics.ts';

const RUNS = 5;
const audits = {
  fcpMs: 'first-contentful-paint',
  lcpMs: 'largest-contentful-paint',
  tbtMs: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
};

/** What one load took, or the one in the middle of several. */
export type Load = Record<keyof typeof audits, number>;

export interface Loading {
  median: Load;
  runs: Load[];
  weight: Weight;
}

/** `/`, for a visitor who isn't logged in. */
export async function measureLoading(address: string): Promise<Loading> {
  const browser = await openLighthouseBrowser();
  try {
    const weight = await weigh(
      await browser.context.newPage(),
      `${address}/`,
      untilProductsAreFresh,
    );
    const measure = async (): Promise<Load> => {
      const lhr = await browser.measure(`${address}/`, ['performance']);
      return loadOf((name) => lhr.audits[audits[name]]?.numericValue ?? Number.NaN);
    };
    // A browser that has just been started is slow for reasons of its own.
    await measure();
    const runs: Load[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure());
    const medianOf = (name: keyof Load) =>
      quantileOf(
        runs.map((run) => run[name]),
        0.5,
      );
    return { median: loadOf(medianOf), runs, weight };
  } finally {
    await browser.close();
  }
}

function loadOf(figureOf: (name: keyof Load) => number): Load {
  return {
    fcpMs: figureOf('fcpMs'),
    lcpMs: figureOf('lcpMs'),
    tbtMs: figureOf('tbtMs'),
    cls: figureOf('cls'),
  };
}
