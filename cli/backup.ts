import { copyShop } from '../server/operations/backup/backup.ts';
import { noteBackup } from '../server/operations/backup/last-backup.ts';
import { reasonOf } from '../server/platform/storage/errors.ts';
import { existingDatabase } from '../server/platform/storage/sqlite/data-folder.ts';
import { createCopyCommand } from './copy-command.ts';
import { UsageError } from './errors.ts';
import { withShop } from './shop.ts';

const save = createCopyCommand({
  copy: (file, dataDir, options) => copyShop(existingDatabase(dataDir), file, options),
  describe: (file, summary) => `Saved to ${file} and checked: ${summary}.`,
});

/** @param options.made whether another program has made the backup */
export async function run(file: string | undefined, { made }: { made?: true }): Promise<void> {
  if ((file === undefined) === (made === undefined)) {
    throw new UsageError('name a file, or say by --made that another program has made a backup');
  }
  // What is committed later may be missing in the backup.
  const madeAt = Date.now();
  const note = () => withShop(({ db }) => noteBackup(db, madeAt));
  if (file === undefined) {
    await note();
    process.stdout.write('The metrics know of the backup.\n');
    return;
  }
  await save(file);
  // The shop may be of an earlier release, which is about to be upgraded: the backup is as good.
  await note().catch((error: unknown) => {
    process.stderr.write(`The metrics do not know of this backup: ${reasonOf(error)}.\n`);
  });
}
