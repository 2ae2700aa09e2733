import { beforeEach, expect, test } from 'vitest';
import { searchPath } from '../../contract/paths.ts';
import { openTestFeeds } from '../../server/operations/feeds/feeds.testing.ts';
import { replaceSynonyms } from '../../server/shop/search/synonym-store.ts';
import { openTestShop } from '../../server/testing/test-shop.ts';
import { runQkart } from '../shared/process.testing.ts';

const feeds = await openTestFeeds();
const shop = await openTestShop();
beforeEach(() => replaceSynonyms(shop.services, []));
const synonyms = (...words: string[]) =>
  runQkart(['catalogue', 'synonyms', ...words], shop.database.env);
const importText = async (text: string) =>
  synonyms('import', await feeds.write('synonyms.txt', text));

test('a file of synonyms replaces all others in the running shop, and list prints it as a file', async () => {
  await shop.sell({ id: 'sofa', name: 'Long Sofa' });
  const found = async () => (await shop.call('GET', searchPath('settee'))).statusCode;
  expect(await found()).toBe(404);
  expect(await importText('# Seats\nsofa,  settee\n')).toEqual({
    code: 0,
    stdout: 'Searches use 1 line of synonyms.\n',
    stderr: '',
  });
  await expect.poll(found).toBe(200);
  expect(await synonyms('list')).toMatchObject({ code: 0, stdout: 'sofa, settee\n' });
  expect(JSON.parse((await synonyms('list', '--json')).stdout)).toEqual(['sofa, settee']);
  const { env } = shop.database;
  const piped = ['catalogue', 'synonyms', 'import', '-'];
  expect(await runQkart(piped, env, 'settee, sofa, couch')).toMatchObject({ code: 0 });
  expect(await synonyms('list')).toMatchObject({ stdout: 'settee, sofa, couch\n' });
  expect(await importText('')).toMatchObject({ code: 0 });
  await expect.poll(found).toBe(404);
});

test('a file that is missing, not a text, too long or invalid changes nothing', async () => {
  await importText('sofa, settee\n');
  const binary = await feeds.write('binary.txt', Buffer.from([0xff, 0xfe, 0x00]));
  const long = await feeds.write('long.txt', '# comment\n'.repeat(200_001));
  const comments = await feeds.write('comments.txt', '# sofa, couch\n\n  # settee\n');
  const blank = await feeds.write('blank.txt', ' \r\n\n');
  const invalid = await feeds.write('bad.txt', 'sofa, couch\nsettee\na => b => c\n');
  for (const [file, problem] of [
    ['/nowhere/a.txt', '/nowhere/a.txt does not exist.'],
    ['/', '/ is a directory.'],
    [binary, `${binary} is not UTF-8 text.`],
    [long, `${long} has more than 2 MB.`],
    [
      comments,
      `comments.txt has no synonyms, only comments or blank lines: an empty file removes all synonyms.`,
    ],
    [
      blank,
      `blank.txt has no synonyms, only comments or blank lines: an empty file removes all synonyms.`,
    ],
    [
      invalid,
      'bad.txt line 2 needs two different words or phrases, separated by a comma or =>.\n' +
        'bad.txt line 3 has more than one =>.',
    ],
  ] as const) {
    const stderr = `${problem}\nNothing was changed.\n`;
    expect(await synonyms('import', file)).toEqual({ code: 1, stdout: '', stderr });
  }
  expect(await synonyms('list')).toMatchObject({ stdout: 'sofa, settee\n' });
});
