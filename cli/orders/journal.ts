import { toJournal } from '../../server/operations/orders/journal.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { writeOutput } from '../output.ts';
import { readShop } from '../shop.ts';

export async function run(): Promise<void> {
  await readShop((db) => readSnapshot(db, (tx) => writeOutput(toJournal(tx))));
}
