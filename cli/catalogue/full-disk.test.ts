import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { feedRecord } from '../../server/operations/feeds/feeds.testing.ts';
import { PROCESS_TEST_TIMEOUT_MS } from '../../server/testing/shop-process.ts';
import { after, canMount, tmpfs } from '../../server/testing/small-disk.ts';
import { openTestFolder } from '../../server/testing/test-database.ts';
import { startQkart } from '../shared/process.testing.ts';
import { openCatalogues } from './catalogue.testing.ts';

vi.setConfig({ testTimeout: PROCESS_TEST_TIMEOUT_MS });
const { writeFeed } = await openCatalogues();
const isPossible = canMount();

test.skipIf(!isPossible)(
  'a full disk of temporary files is named, and nothing was changed',
  async () => {
    const disk = await openTestFolder(onTestFinished);
    const DATA_DIR = join(await openTestFolder(onTestFinished), 'nowhere');
    // More than stays in memory.
    const description = 'Long. '.repeat(1_500);
    const file = await writeFeed(
      Array.from({ length: 2_500 }, (_, n) => feedRecord(`p-${n}`, { description })),
    );
    const words = ['catalogue', 'import', file];
    const launcher = after(tmpfs(64), disk);
    const importing = startQkart(words, { DATA_DIR, SQLITE_TMPDIR: disk }, { launcher });
    expect(await importing.outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: `Temporary files in ${disk} can't be written: the disk is full. SQLITE_TMPDIR can name another folder.\nNothing was changed.\n`,
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  },
);

test.skipIf(!isPossible)(
  'a disk that is too small for a new shop: what is left there is said',
  async () => {
    const disk = await openTestFolder(onTestFinished);
    const words = ['catalogue', 'import', await writeFeed([feedRecord('a')])];
    const DATA_DIR = join(disk, 'shop');
    const file = join(DATA_DIR, 'shop.db');
    const importing = startQkart(words, { DATA_DIR }, { launcher: after(tmpfs(64), disk) });
    expect(await importing.outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: `The database ${file} can't be opened: the disk is full.\n${file} was created, but has no shop yet. Nothing else was changed.\n`,
    });
  },
);
