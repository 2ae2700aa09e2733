/** Curves, of milliseconds where nothing else is said, as an SVG picture. */

import { svgOf } from './svg.ts';

export interface Curve {
  name: string;
  /** One at each step. */
  values: readonly number[];
}

/** What is less or more than its first and last value is drawn at the edge. */
interface Scale {
  values: readonly number[];
  unit: string;
  /** Else each tenfold is as high, which takes values above zero. */
  isLinear?: boolean;
}

export interface Picture {
  title: string;
  /** What the values are of, where a panel doesn't say it. */
  measured: string;
  /** What changes from left to right, and its steps. */
  along: string;
  steps: readonly string[];
  panels: readonly {
    name: string;
    curves: readonly Curve[];
    measured?: string;
    scale?: Scale;
  }[];
}

type Panel = Picture['panels'][number];

/** All in the picture's own units; the labels of the curves stand to the right of the plot. */
const PANEL = { width: 480, height: 400 };
const PLOT = { left: 56, top: 56, width: 220, height: 280 };
const LINE_HEIGHT = 15;
const FONT = { family: 'system-ui, sans-serif', size: 12 };
const MILLISECONDS: Scale = { values: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50], unit: 'ms' };
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

export function draw(picture: Picture): string {
  const { title, steps, along, panels } = picture;
  const width = PANEL.width * panels.length;
  const told = panels.flatMap(({ name, curves, scale = MILLISECONDS }) =>
    curves.map(
      (curve) =>
        `${name}, ${curve.name}: ${curve.values.map((value) => value.toFixed(2)).join(', ')} ${scale.unit}`,
    ),
  );
  const description = `With ${steps.join(', ')} ${along}. ${told.join('; ')}.`;
  return svgOf(
    { title, description, width, height: PANEL.height, font: FONT },
    panels.map((panel, index) => panelOf(panel, picture, index * PANEL.width)).join('\n'),
  );
}

function panelOf(panel: Panel, picture: Picture, left: number): string {
  const { along, steps } = picture;
  const { name, curves, measured = picture.measured, scale = MILLISECONDS } = panel;
  const drawn = curves.map((curve, index) =>
    curveOf(curve, scale, COLOURS[index % COLOURS.length] ?? ''),
  );
  return `<g transform="translate(${left} 0)">
<text x="${PLOT.left}" y="24" font-size="15" font-weight="600">${name}</text>
<text x="${PLOT.left}" y="42" fill="#555555">${measured}</text>
${scale.values.map((value) => gridLine(value, scale)).join('\n')}
${steps.map((step, index) => stepLabel(step, xOf(index, steps.length))).join('\n')}
<text x="${PLOT.left}" y="${PLOT.top + PLOT.height + 40}" fill="#555555">${along}</text>
${drawn.join('\n')}
${labelsOf(curves, scale)}
</g>`;
}

function gridLine(value: number, scale: Scale): string {
  const y = yOf(value, scale);
  return `<path d="M${PLOT.left} ${y}h${PLOT.width}" stroke="#dddddd"/>
<text x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end" fill="#555555">${value}</text>`;
}

function stepLabel(step: string, x: number): string {
  const y = PLOT.top + PLOT.height + 20;
  return `<text x="${x}" y="${y}" text-anchor="middle" fill="#555555">${step}</text>`;
}

function curveOf({ values }: Curve, scale: Scale, colour: string): string {
  const points = values.map((value, index) => [xOf(index, values.length), yOf(value, scale)]);
  const dots = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.5" fill="${colour}"/>`);
  return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
}

/** Each beside the end of its curve, or as near to it as there is room. */
function labelsOf(curves: readonly Curve[], scale: Scale): string {
  const x = PLOT.left + PLOT.width + 12;
  let free = Number.NEGATIVE_INFINITY;
  return curves
    .map(({ name, values }, index) => ({
      name,
      last: values.at(-1) ?? 0,
      colour: COLOURS[index % COLOURS.length],
    }))
    .sort((one, other) => other.last - one.last)
    .map(({ name, last, colour }) => {
      const y = Math.max(free, yOf(last, scale) + 4);
      free = y + LINE_HEIGHT;
      return `<text x="${x}" y="${y}"><tspan fill="${colour}">● </tspan>${name}</text>`;
    })
    .join('\n');
}

/** Each step is as wide. */
function xOf(index: number, count: number): number {
  return Math.round(PLOT.left + 16 + ((PLOT.width - 32) * index) / Math.max(1, count - 1));
}

function yOf(value: number, { values, isLinear = false }: Scale): number {
  const [least, most] = [values[0] ?? 0, values.at(-1) ?? 0];
  const share = isLinear
    ? (value - least) / (most - least)
    : Math.log(value / least) / Math.log(most / least);
  return Math.round(PLOT.top + PLOT.height * (1 - Math.min(1, Math.max(0, share))));
}
