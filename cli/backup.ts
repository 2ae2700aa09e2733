import { copyShop } from '../server/operations/backup/backup.ts';
import { existingDatabase } from '../server/platform/storage/sqlite/data-folder.ts';
import { createCopyCommand } from './copy-command.ts';

export const run = createCopyCommand({
  copy: (file, dataDir, options) => copyShop(existingDatabase(dataDir), file, options),
  describe: (file, summary) => `Saved to ${file} and checked: ${summary}.`,
});
