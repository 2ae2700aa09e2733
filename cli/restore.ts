import { restoreShop } from '../server/operations/backup/restore.ts';
import { createCopyCommand } from './copy-command.ts';

export const run = createCopyCommand({
  copy: (file, dataDir, options) => restoreShop(file, dataDir, { ...options, now: Date.now() }),
  describe(file, summary, { replaced }) {
    const kept = replaced ? ` The replaced database is in ${replaced}.` : '';
    return `Restored ${file} and checked: ${summary}.${kept}`;
  },
});
