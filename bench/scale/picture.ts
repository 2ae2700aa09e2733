/** The costs of requests against the size of the shop, as an SVG picture. */
import { type Cost, cpuOf } from './operations.ts';
import type { Size } from './stage.ts';

export interface Curve {
  name: string;
  /** By size, the smallest first. */
  costs: readonly Cost[];
}

interface Panel {
  name: string;
  curves: readonly Curve[];
}

/** All in the picture's own units; the labels of the curves stand to the right of the plot. */
const PANEL = { width: 480, height: 400 };
const PLOT = { left: 56, top: 56, width: 220, height: 280 };
const LINE_HEIGHT = 15;
/** Milliseconds; what costs less or more isn't drawn to scale any more, so there is room. */
const COSTS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50];
/** By Okabe and Ito: to be told apart by everybody. */
const COLOURS = [
  '#767676',
  '#0072b2',
  '#56b4e9',
  '#d55e00',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#000000',
];

/** With a background of its own, so that it reads on a dark page as well. */
export function pictureOf(sizes: readonly Size[], panels: readonly Panel[]): string {
  const width = PANEL.width * panels.length;
  const told = panels.flatMap(({ name, curves }) =>
    curves.map((curve) => `${name}, ${curve.name}: ${curve.costs.map(cpuText).join(', ')} ms`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title desc"
  viewBox="0 0 ${width} ${PANEL.height}" font-family="system-ui, sans-serif" font-size="12">
<title id="title">CPU time of a request against the size of the shop</title>
<desc id="desc">With ${sizes.map(sizeText).join(', ')} products. ${told.join('; ')}.</desc>
<rect width="${width}" height="${PANEL.height}" fill="#ffffff"/>
${panels.map((panel, index) => panelOf(panel, sizes, index * PANEL.width)).join('\n')}
</svg>
`;
}

function panelOf({ name, curves }: Panel, sizes: readonly Size[], left: number): string {
  const drawn = curves.map((curve, index) => curveOf(curve, COLOURS[index % COLOURS.length] ?? ''));
  return `<g transform="translate(${left} 0)">
<text x="${PLOT.left}" y="24" font-size="15" font-weight="600">${name}</text>
<text x="${PLOT.left}" y="42" fill="#555555">CPU of server and database, ms a request</text>
${COSTS.map(gridLine).join('\n')}
${sizes.map((size, index) => sizeLabel(size, xOf(index, sizes.length))).join('\n')}
<text x="${PLOT.left}" y="${PLOT.top + PLOT.height + 40}" fill="#555555">products in the shop</text>
${drawn.join('\n')}
${labelsOf(curves)}
</g>`;
}

function gridLine(cost: number): string {
  const y = yOf(cost);
  return `<path d="M${PLOT.left} ${y}h${PLOT.width}" stroke="#dddddd"/>
<text x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end" fill="#555555">${cost}</text>`;
}

function sizeLabel(size: Size, x: number): string {
  const y = PLOT.top + PLOT.height + 20;
  return `<text x="${x}" y="${y}" text-anchor="middle" fill="#555555">${sizeText(size)}</text>`;
}

function curveOf({ costs }: Curve, colour: string): string {
  const points = costs.map((cost, index) => [xOf(index, costs.length), yOf(cpuOf(cost))]);
  const dots = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`);
  return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
}

/** Each beside the end of its curve, or as near to it as there is room. */
function labelsOf(curves: readonly Curve[]): string {
  const x = PLOT.left + PLOT.width + 12;
  let free = Number.NEGATIVE_INFINITY;
  return curves
    .map(({ name, costs }, index) => ({ name, costs, colour: COLOURS[index % COLOURS.length] }))
    .sort((one, other) => cpuOf(other.costs.at(-1)) - cpuOf(one.costs.at(-1)))
    .map(({ name, costs, colour }) => {
      const y = Math.max(free, yOf(cpuOf(costs.at(-1))) + 4);
      free = y + LINE_HEIGHT;
      return `<text x="${x}" y="${y}"><tspan fill="${colour}">● </tspan>${name}</text>`;
    })
    .join('\n');
}

/** Sizes are ten times apart or more, so each step is as wide. */
function xOf(index: number, count: number): number {
  return Math.round(PLOT.left + 16 + ((PLOT.width - 32) * index) / Math.max(1, count - 1));
}

function yOf(costMs: number): number {
  const [least, most] = [COSTS[0] ?? 0, COSTS.at(-1) ?? 0];
  const share = Math.log(costMs / least) / Math.log(most / least);
  return Math.round(PLOT.top + PLOT.height * (1 - Math.min(1, Math.max(0, share))));
}

function cpuText(cost: Cost): string {
  return cpuOf(cost).toFixed(2);
}

function sizeText({ products }: Size): string {
  return products.toLocaleString('en');
}
