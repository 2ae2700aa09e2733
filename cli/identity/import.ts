import { importIdentity } from '../../server/operations/identity/import.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { withNewOrExistingShop } from '../shop.ts';
import { printable } from '../table.ts';

export async function run(name: string): Promise<void> {
  const path = resolveFromCaller(name);
  const identity = await withNewOrExistingShop((shop) => importIdentity(shop, path));
  process.stdout.write(`The shop is ${printable(identity.name)} now.\n`);
}
