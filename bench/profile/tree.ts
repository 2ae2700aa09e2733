/** Stacks that begin alike, put together: who called whom, and how often each was seen. */
import type { Frame, Stack } from './stacks.ts';

export interface Node extends Frame {
  /** How many stacks go through it. */
  count: number;
  /** The one that was seen most is first. */
  children: Node[];
}

/** @returns the first functions of all stacks */
export function treeOf(stacks: readonly Stack[]): Node[] {
  const groups = Map.groupBy(
    stacks.filter((stack) => stack.length > 0),
    ([first]) => `${first?.name} ${first?.source}`,
  );
  return [...groups.values()]
    .map((group) => ({
      ...(group[0]?.[0] as Frame),
      count: group.length,
      children: treeOf(group.map((stack) => stack.slice(1))),
    }))
    .sort((one, other) => other.count - one.count);
}
