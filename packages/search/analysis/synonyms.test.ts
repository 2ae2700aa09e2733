import { expect, test } from 'vitest';
import { Synonyms } from './synonyms.ts';

test('the largest possible file is read in a moment, since its lines are groups and not pairs', async () => {
  const phrases = (line: number) => Array.from({ length: 20 }, (_, n) => `power bank ${line} ${n}`);
  const groups = Array.from({ length: 5_000 }, (_, line) => {
    const group = phrases(line);
    return { from: group, to: group };
  });
  const before = process.threadCpuUsage();
  const synonyms = await Synonyms.of(groups);
  const { user } = process.threadCpuUsage(before);
  // Microseconds. Pairs take minutes.
  expect(user).toBeLessThan(10_000_000);
  expect(synonyms.find('new power bank 7 3'.split(' '), 1)).toMatchObject({ length: 4 });
  expect(synonyms.find('power bank 7 3'.split(' '), 0)?.others).toHaveLength(19);
});
