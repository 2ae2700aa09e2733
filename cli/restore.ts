import { restoreShop } from '../server/storage/sqlite/restore.ts';
import { createCopyCommand } from './copy-command.ts';

export const command = createCopyCommand({
  details: `
Stop the server first. The backup is checked before anything is replaced. The replaced database is kept in
a folder beside the new one.
`,
  onFailure: 'Nothing was restored.\n',
  copy: (file, dataDir, options) => restoreShop(file, dataDir, { ...options, now: Date.now() }),
  describe(file, summary, { replaced }) {
    const kept = replaced ? ` The replaced database is in ${replaced}.` : '';
    return `Restored ${file} and checked: ${summary}.${kept}`;
  },
});
