import { readSnapshot } from '../../server/storage/read-only.ts';
import { toJournal } from '../../server/wallet/journal.ts';
import { writeOutput } from '../output.ts';
import { readShop } from '../shop.ts';

export async function run(): Promise<void> {
  await readShop((db) => readSnapshot(db, (tx) => writeOutput(toJournal(tx))));
}
