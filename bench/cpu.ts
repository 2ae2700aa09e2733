/** Compares the CPU time of the shop's process per request with the fastest other shop's. */
import type { Options } from './compare.ts';
import { saturate, type Throughput } from './load.ts';
import { listPath } from './requests.ts';
import { medianOf } from './search/metrics.ts';
import type { Shop } from './shop.ts';
import { cartChanges, checkOut, fillCarts, saveAddress } from './shoppers.ts';
import { type Row, rowOf } from './table.ts';

export async function* measureCpu(shop: Shop, { rounds, seconds }: Options): AsyncGenerator<Row> {
  const load = { connections: 32 };
  // Each shopper adds one product.
  const additions = (await cartChanges(shop)).slice(0, shop.shoppers.length);
  const measured: Record<'list' | 'addition' | 'address' | 'order', Throughput>[] = [];
  for (let round = 0; round <= Math.min(5, rounds); round++) {
    await fillCarts(shop, { lines: 0 });
    measured.push({
      list: await saturate(shop, [{ path: listPath }], { ...load, seconds }),
      addition: await saturate(shop, additions, load),
      address: await saturate(shop, shop.shoppers.map(saveAddress), load),
      order: await saturate(shop, shop.shoppers.map(checkOut), load),
    });
  }
  // The first round only warms up.
  measured.shift();
  const rowOfSteps = (
    what: string,
    steps: readonly (keyof (typeof measured)[0])[],
    peerMs: number,
  ) => {
    const of = (name: 'cpuMs' | 'databaseCpuMs' | 'failed') =>
      medianOf(measured.map((round) => steps.reduce((sum, step) => sum + round[step][name], 0)));
    const database = `${of('databaseCpuMs').toFixed(3)} ms`;
    const failed = `${Math.round((100 * of('failed')) / steps.length)} %`;
    const more = `fastest other shop: ${peerMs} ms; database: ${database}; failed: ${failed}`;
    return rowOf(`CPU of ${what}`, of('cpuMs'), ['at most', peerMs / 20], 'ms', more);
  };
  yield rowOfSteps('a list', ['list'], 1.9);
  yield rowOfSteps('an addition to a cart', ['addition'], 9.9);
  yield rowOfSteps('a whole checkout', ['addition', 'address', 'order'], 130);
}
