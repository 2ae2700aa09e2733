import { takeOut } from '../../server/operations/feeds/removal.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

export async function run(ids: readonly string[]): Promise<void> {
  const { removed, missing } = await withShop((services) => takeOut(services, new Set(ids)));
  if (missing.length > 0) {
    const lines = missing.map((id) => `There is no product ${JSON.stringify(id)}.`);
    throw new OperatorError(lines.join('\n'));
  }
  process.stdout.write(`Removed ${count(removed, 'product')}.\n`);
}
