/**
 * The operator's command that saves a shop: `npm run backup -- FILE`. Exit code 0: saved and checked; 1:
 * refused or failed; 2: the words make no command; 130: interrupted. But for 0 there is no such file.
 */
import { copyShop } from '../server/storage/sqlite/backup.ts';
import { existingDatabase } from '../server/storage/sqlite/data-folder.ts';
import { runCopying } from './copying.ts';

await runCopying({
  usage: `Saves the shop whose data folder is DATA_DIR (./data), as it is at this moment; it may be running.

  npm run backup -- FILE

The copy is checked before it gets its name. A FILE that is there is never overwritten.
`,
  nothingDone: 'Nothing was saved.\n',
  async copy({ file, dataDir }, options, summary) {
    const report = await copyShop(existingDatabase(dataDir), file, options);
    return `Saved to ${file} and checked: ${summary(report)}.`;
  },
});
