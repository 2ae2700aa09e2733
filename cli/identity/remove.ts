import { requireIdentity } from '../../server/operations/identity/export.ts';
import { replaceIdentity } from '../../server/shop/identity/store.ts';
import { withShop } from '../shop.ts';

export async function run(): Promise<void> {
  await withShop(async (services) => {
    await requireIdentity(services.db);
    await replaceIdentity(services, undefined);
  });
  process.stdout.write('The shop has no identity of its own now.\n');
}
