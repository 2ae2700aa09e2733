import { exportAccount } from '../../server/operations/accounts/export.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { readShop } from '../shop.ts';

export async function run(name: string): Promise<void> {
  const exported = await readShop((db) => readSnapshot(db, (tx) => exportAccount(tx, name)));
  process.stdout.write(`${toVisibleJson(exported, 2)}\n`);
}
