import { expect, it } from 'vitest';
import type { Stack } from './stacks.ts';
import { type Node, treeOf } from './tree.ts';

function stackOf(...names: string[]): Stack {
  return names.map((name) => ({ name, source: `server/${name}.ts`, kind: 'shop' }));
}

/** As `a 3 (b 2, c 1)`. */
function told(nodes: readonly Node[]): string {
  return nodes
    .map(({ name, count, children }) =>
      children.length === 0 ? `${name} ${count}` : `${name} ${count} (${told(children)})`,
    )
    .join(', ');
}

it('puts together what begins alike, the most frequent first', () => {
  const stacks = [
    stackOf('c'),
    stackOf('a', 'b'),
    stackOf('a'),
    stackOf('a', 'd'),
    stackOf('a', 'd'),
  ];
  expect(told(treeOf(stacks))).toBe('a 4 (d 2, b 1), c 1');
});

it('tells functions of the same name in two modules apart', () => {
  const [first] = stackOf('a');
  const other = { ...first, source: 'server/other.ts' } as Stack[number];
  expect(treeOf([stackOf('a'), [other]]).map(({ source }) => source)).toEqual([
    'server/a.ts',
    'server/other.ts',
  ]);
});

it('is empty where nothing was seen', () => {
  expect(treeOf([])).toEqual([]);
});
