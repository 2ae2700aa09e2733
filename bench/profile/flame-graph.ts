/** A profile as a picture: who calls is above, and what was seen more often is wider. */
import { escapeText, svgOf } from '../svg.ts';
import type { Kind, Stack } from './stacks.ts';
import { type Node, treeOf } from './tree.ts';

/** In the picture's own units. */
const WIDTH = 1_200;
const ROW = 18;
const TOP = 64;
const FONT = { family: 'ui-monospace, monospace', size: 11 };
const LETTER = 6.7;
/** Too narrow for anybody to see. */
const NARROW = 2;
const LEGEND = { left: 8, width: 200, box: 12 };
/** Told to who doesn't see it, in percent. */
const TOLD_FROM = 5;

/** Pale enough for dark letters. */
export const kinds: Record<Kind, { name: string; colour: string }> = {
  shop: { name: 'the shop', colour: '#9ecae9' },
  library: { name: 'libraries', colour: '#f5cf8e' },
  node: { name: "Node's JavaScript", colour: '#c9e4c5' },
  compiled: { name: 'Node, V8, SQLite: compiled', colour: '#e8c4d8' },
  kernel: { name: 'the kernel', colour: '#dedede' },
};

export function drawFlames(title: string, stacks: readonly Stack[]): string {
  const tree = treeOf(stacks);
  const boxes: string[] = [];
  const told: string[] = [];
  let rows = 0;
  const place = (nodes: readonly Node[], left: number, row: number): void => {
    let x = left;
    for (const node of nodes) {
      const share = node.count / stacks.length;
      if (share * WIDTH >= NARROW) {
        boxes.push(boxOf(node, { x, y: TOP + row * ROW, share }));
        if (share * 100 >= TOLD_FROM) told.push(`${node.name} ${percentOf(share)}`);
        rows = Math.max(rows, row + 1);
        place(node.children, x, row + 1);
      }
      x += share * WIDTH;
    }
  };
  place(tree, 0, 0);
  const height = TOP + rows * ROW;
  const heading = `<text x="${LEGEND.left}" y="22" font-size="15" font-weight="600">${escapeText(title)}</text>`;
  return svgOf(
    { title, description: told.join(', '), width: WIDTH, height, font: FONT },
    [heading, ...Object.values(kinds).map(legendOf), ...boxes].join('\n'),
  );
}

interface Place {
  x: number;
  y: number;
  share: number;
}

function boxOf({ name, source, kind }: Node, { x, y, share }: Place): string {
  const width = share * WIDTH;
  const letters = Math.floor((width - 6) / LETTER);
  const label =
    letters < 3
      ? ''
      : `<text x="${(x + 3).toFixed(1)}" y="${y + 13}">${escapeText(cut(`${name} ${source}`.trim(), letters))}</text>`;
  const title = [name, source, percentOf(share)].filter((part) => part !== '').join(', ');
  const box = `x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}"`;
  return `<g><title>${escapeText(title)}</title><rect ${box} fill="${kinds[kind].colour}"/>${label}</g>`;
}

function legendOf({ name, colour }: { name: string; colour: string }, index: number): string {
  const { left, width, box } = LEGEND;
  const x = left + index * width;
  return `<rect x="${x}" y="36" width="${box}" height="${box}" fill="${colour}"/><text x="${x + box + 6}" y="46">${name}</text>`;
}

function percentOf(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function cut(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}
