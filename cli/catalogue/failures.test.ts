import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { feedRecord, toJsonLines } from '../../server/operations/feeds/feeds.testing.ts';
import { program, type Settings } from '../shared/process.testing.ts';
import { catalogue, openCatalogues } from './catalogue.testing.ts';

const { feeds, shopWith } = await openCatalogues();
const goods = await feeds.write('goods.jsonl', toJsonLines([feedRecord('a')]));
const noDatabase = await feeds.write('shop.db', 'not a database '.repeat(100));

describe('a failure that the operator can fix is one sentence, not a stack', () => {
  test.each<[string, string[], Settings, RegExp]>([
    ['a missing file', ['import', '/nowhere/a.csv'], {}, /^\/nowhere\/a\.csv does not exist\.$/],
    ['an unknown format', ['import', program], {}, / must end in .* must say what it is\.$/],
    ['no format to export', ['export', '/a'], {}, / must end in .* must say what it shall be\.$/],
    ['an invalid setting', ['count'], { PORT: 'x' }, /^PORT must be a whole number /],
    [
      'a data folder that is a file',
      ['import', goods],
      { DATA_DIR: program },
      /^The data folder .* can't be written: /,
    ],
    [
      'a file that is not a database',
      ['count'],
      { DATA_DIR: dirname(noDatabase) },
      /^The database .+ can't be read: the database is damaged, restore a backup /,
    ],
  ])('%s', async (_what, words, settings, sentence) => {
    const env =
      'DATA_DIR' in settings ? settings : { ...(await shopWith(feedRecord('a'))), ...settings };
    const { code, stdout, stderr } = await catalogue(env, ...words);
    expect([code, stdout]).toEqual([1, '']);
    const [reason, ...rest] = stderr.split('\n');
    expect(reason).toMatch(sentence);
    // `count` only reads.
    expect(rest).toEqual(words[0] === 'count' ? [''] : ['Nothing was changed.', '']);
  });
});
