import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type List, number, text as textColumn } from '../../server/operations/reports/columns.ts';
import { printList } from './list.ts';

interface Person {
  name: string;
  age: number;
}

const list: List<Person> = {
  columns: [
    textColumn('name', ({ name }) => name, { mayShrink: true }),
    textColumn('id', () => '0123456789', { json: () => undefined }),
    number('age', ({ age }) => age),
  ],
  none: 'There is nobody.',
};

/** @param columns the width of the terminal; without it, the output is a pipe */
async function print(
  pages: Person[][],
  { columns, json }: { columns?: number; json?: boolean } = {},
): Promise<string> {
  const output = new PassThrough();
  await printList(pages, list, {
    json,
    output: columns === undefined ? output : Object.assign(output, { isTTY: true, columns }),
  });
  output.end();
  return text(output);
}

const ada = { name: 'Ada', age: 36 };
const longName = { name: 'Augusta Ada King, Countess of Lovelace', age: 7 };

describe('on a terminal', () => {
  test('columns are aligned, and numbers to the right', async () => {
    expect(await print([[ada, longName]], { columns: 80 })).toBe(
      'name                                    id          age\n' +
        'Ada                                     0123456789   36\n' +
        'Augusta Ada King, Countess of Lovelace  0123456789    7\n',
    );
  });

  test('texts are truncated to the width of the terminal, but ids are not', async () => {
    const lines = (await print([[ada, longName]], { columns: 30 })).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'name           id          age',
      'Ada            0123456789   36',
      'Augusta Ada …  0123456789    7',
    ]);
    const narrow = await print([[longName]], { columns: 10 });
    expect(narrow).toBe('name      id          age\nAugusta…  0123456789    7\n');
  });

  test('wide and combined characters count as wide as they are shown', async () => {
    const people = ['日本語日本語', 'Rene\u0301e', '👩‍👩‍👧'].map((name) => ({ name, age: 1 }));
    expect((await print([people], { columns: 26 })).split('\n')).toEqual([
      'name       id          age',
      '日本語日…  0123456789    1',
      'Rene\u0301e      0123456789    1',
      '👩‍👩‍👧         0123456789    1',
      '',
    ]);
  });

  test('later pages have the column widths of the first', async () => {
    expect(await print([[ada], [longName]], { columns: 80 })).toBe(
      'name  id          age\nAda   0123456789   36\nAug…  0123456789    7\n',
    );
  });
});

test('elsewhere, whole values are separated by tabs', async () => {
  expect(await print([[longName], [ada]])).toBe(
    'name\tid\tage\nAugusta Ada King, Countess of Lovelace\t0123456789\t7\nAda\t0123456789\t36\n',
  );
});

test('a text can neither start a line or a column nor control the terminal', async () => {
  const name = 'a\tb\nc\x1b[2Jd\u202ee\x9bf';
  expect((await print([[{ name, age: 1 }]])).split('\n')[1]).toBe(
    'a b c\\u{1b}[2Jd\\u{202e}e\\u{9b}f\t0123456789\t1',
  );
});

test('--json prints one array, even without rows', async () => {
  const people = [[ada], [], [longName, ada]];
  expect(JSON.parse(await print(people, { json: true }))).toEqual(people.flat());
  expect(JSON.parse(await print([], { json: true }))).toEqual([]);
});

test('a reader that closes the pipe early is no failure', async () => {
  const output = new PassThrough();
  const pages = (function* () {
    for (;;) yield [ada];
  })();
  const printing = printList(pages, list, { output });
  output.once('data', () => output.destroy(Object.assign(new Error(), { code: 'EPIPE' })));
  await printing;
});
