import { toJournal } from '../../server/operations/orders/journal.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { writeSpooled } from '../output.ts';
import { readShop, readTimeZone } from '../shop.ts';

export async function run(): Promise<void> {
  await writeSpooled((spool) =>
    readShop((db) => readSnapshot(db, async (tx) => spool(toJournal(tx, await readTimeZone(tx))))),
  );
}
