/**
 * The operator's command that puts a backup in place: `npm run restore -- FILE`. Exit code 0: in place;
 * 1: refused or failed; 2: the words make no command; 130: interrupted. But for 0 nothing was changed.
 */
import { restoreShop } from '../server/storage/sqlite/restore.ts';
import { runCopying } from './copying.ts';

await runCopying({
  usage: `Puts a backup in the place of the shop whose data folder is DATA_DIR (./data). Stop the server first.

  npm run restore -- FILE

The backup is checked before anything is replaced. What was there is kept, in a folder beside it.
`,
  nothingDone: 'Nothing was restored.\n',
  async copy({ file, dataDir }, options, summary) {
    const report = await restoreShop(file, dataDir, { ...options, now: Date.now() });
    const kept = report.replaced ? ` What was there is in ${report.replaced}.` : '';
    return `Restored ${file} and checked: ${summary(report)}.${kept}`;
  },
});
