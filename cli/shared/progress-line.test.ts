import { expect, test } from 'vitest';
import { createProgressLine } from './progress-line.ts';

function createOutput(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, written, write: (text: string) => written.push(text) };
}

test('on a terminal one line is rewritten, and cleared at the end', () => {
  const output = createOutput(true);
  const line = createProgressLine(output, () => 0);
  line.show('Checking: 1200 products');
  line.show('Writing: 500 of 3291 products');
  line.end();
  expect(output.written).toEqual([
    '\r\x1b[KChecking: 1200 products',
    '\r\x1b[KWriting: 500 of 3291 products',
    '\r\x1b[K',
  ]);
});

test('elsewhere lines are appended, at most one a second', () => {
  const output = createOutput(false);
  let now = 0;
  const line = createProgressLine(output, () => now);
  for (now = 200; now <= 2_400; now += 200) line.show(`Checking: ${now} products`);
  line.end();
  expect(output.written).toEqual(['Checking: 1000 products\n', 'Checking: 2000 products\n']);
});
