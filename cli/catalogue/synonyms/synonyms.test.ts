import { expect, test, vi } from 'vitest';
import { searchPath } from '../../../contract/paths.ts';
import { openTestFeeds } from '../../../server/operations/feeds/test-feeds.ts';
import { openTestShop } from '../../../server/testing/test-shop.ts';
import { COMMAND_TEST_TIMEOUT_MS, type Outcome, runQkart } from '../../process.testing.ts';

const feeds = await openTestFeeds();
const shop = await openTestShop();
vi.setConfig({ testTimeout: COMMAND_TEST_TIMEOUT_MS });

function synonyms(words: readonly string[]): Promise<Outcome> {
  return runQkart(['catalogue', 'synonyms', ...words], { env: shop.database.env });
}

test('a file of synonyms replaces all others in the running shop, and list prints it as a file', async () => {
  await shop.sell({ id: 'sofa', name: 'Long Sofa' });
  const found = async (text: string) => (await shop.call('GET', searchPath(text))).statusCode;
  expect(await found('settee')).toBe(404);
  const file = await feeds.write('synonyms.txt', '# Seats\nsofa,  settee\n');
  expect(await synonyms(['import', file])).toEqual({
    code: 0,
    stdout: 'Searches use 1 line of synonyms.\n',
    stderr: '',
  });
  await vi.waitFor(async () => expect(await found('settee')).toBe(200));
  const listed = await synonyms(['list']);
  expect(listed).toMatchObject({ code: 0, stdout: 'sofa, settee\n' });
  const json = await synonyms(['list', '--json']);
  expect(JSON.parse(json.stdout)).toEqual(['sofa, settee']);

  const bad = await feeds.write('bad.txt', 'sofa, couch\nsettee\na => b => c\n');
  expect(await synonyms(['import', bad])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'bad.txt line 2 needs two different words or phrases, separated by a comma or =>.\n' +
      'bad.txt line 3 has more than one =>.\n' +
      'Nothing was changed.\n',
  });
  expect(await synonyms(['list'])).toMatchObject({
    stdout: 'sofa, settee\n',
  });

  const none = await feeds.write('none.txt', '');
  expect(await synonyms(['import', none])).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await found('settee')).toBe(404));
});

test('a file that is missing, not a text, or too long changes nothing', async () => {
  const good = await feeds.write('good.txt', 'sofa, settee\n');
  expect(await synonyms(['import', good])).toMatchObject({ code: 0 });
  const refused = [
    ['/nowhere/a.txt', 'does not exist'],
    ['/', 'is a directory'],
    [await feeds.write('binary.txt', Buffer.from([0xff, 0xfe, 0x00])), 'is not UTF-8 text'],
    [await feeds.write('long.txt', '# comment\n'.repeat(200_001)), 'has more than 2 MB'],
  ] as const;
  for (const [file, problem] of refused) {
    expect(await synonyms(['import', file])).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} ${problem}.\nNothing was changed.\n`,
    });
  }
  expect(await synonyms(['list'])).toMatchObject({ code: 0, stdout: 'sofa, settee\n' });
});
