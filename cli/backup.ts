import { copyShop } from '../server/storage/sqlite/backup.ts';
import { existingDatabase } from '../server/storage/sqlite/data-folder.ts';
import { createCopyCommand } from './copy-command.ts';

export const command = createCopyCommand({
  details: `
Saves the shop as it is at this moment. FILE appears only when the copy is complete and checked; an
existing file is never overwritten.
`,
  onFailure: 'Nothing was saved.\n',
  copy: (file, dataDir, options) => copyShop(existingDatabase(dataDir), file, options),
  describe: (file, summary) => `Saved to ${file} and checked: ${summary}.`,
});
