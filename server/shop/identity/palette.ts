/**
 * Derives the colours of the pages from one accent colour, for the light and the dark scheme (OKLCH). Large surfaces have
 * the accent itself; what is read or clicked has a shade of it with the contrast of WCAG 2.2 AA.
 */
import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';

/** Lightness from 0 to 1, and the most chroma that the token takes of the accent. */
type Shade = readonly [lightness: number, chroma: number];

const DARK = {
  paper: [0.19, 0.009],
  surface: [0.235, 0.012],
  sunken: [0.165, 0.007],
  ink: [0.955, 0.008],
  'ink-soft': [0.77, 0.02],
  line: [0.315, 0.016],
  'control-line': [0.6, 0.02],
  action: [0.79, 0.14],
  'action-hover': [0.86, 0.1],
  'action-active': [0.91, 0.07],
  'action-ink': [0.25, 0.05],
  'action-soft': [0.3, 0.045],
  'toast-surface': [0.965, 0.005],
  'toast-ink': [0.24, 0.02],
} satisfies Record<string, Shade>;
type Token = keyof typeof DARK;

/** Those of `action` are the accent's own, darkened as far as needed. */
const LIGHT: Record<Exclude<Token, 'action' | 'action-hover' | 'action-active'>, Shade> = {
  paper: [0.977, 0.004],
  surface: [1, 0],
  sunken: [0.95, 0.007],
  ink: [0.235, 0.02],
  'ink-soft': [0.45, 0.022],
  line: [0.905, 0.012],
  'control-line': [0.62, 0.02],
  'action-ink': [1, 0],
  'action-soft': [0.947, 0.03],
  'toast-surface': [0.24, 0.02],
  'toast-ink': [0.965, 0.005],
};
/** Steps of lightness in the light scheme. */
const SHADE_STEP = 0.01;
const HOVER_STEP = 0.09;
const ACTIVE_STEP = 0.15;

const TEXT_RATIO = 4.5;

/** Hexadecimal colours of the tokens in `web/ui/tokens.css` with these names. */
export interface Palette {
  light: Record<Token, string>;
  dark: Record<Token, string>;
  /** The accent itself and the text on it, in both schemes. */
  brand: string;
  'brand-ink': string;
}

const toOklch = converter('oklch');

/** @param accent like `#0f766e` */
export function derivePalette(accent: string): Palette {
  const color = oklchOf(accent);
  const light = shadesOf(color, LIGHT);
  const backgrounds = [light.paper, light.surface, light.sunken, light['action-soft']];
  const isReadable = (shade: string): boolean =>
    backgrounds.every((background) => wcagContrast(shade, background) >= TEXT_RATIO);
  let { l } = color;
  const darker = (step: number): string => toHex({ ...color, l: Math.max(0, l - step) });
  while (!isReadable(darker(0))) l -= SHADE_STEP;
  return {
    light: {
      ...light,
      action: darker(0),
      'action-hover': darker(HOVER_STEP),
      'action-active': darker(ACTIVE_STEP),
    },
    dark: shadesOf(color, DARK),
    brand: accent.toLowerCase(),
    'brand-ink': inkOn(accent),
  };
}

/** The text on a colour: on every colour, white or black has enough contrast. */
export function inkOn(color: string): string {
  return wcagContrast('#fff', color) >= TEXT_RATIO ? '#ffffff' : '#000000';
}

/** The style that replaces the tokens of the pages. It has names and hexadecimal colours only. */
export function styleOf({ light, dark, ...brand }: Palette): string {
  const tokens = (Object.keys(light) as Token[]).map(
    (token) => `--${token}:light-dark(${light[token]},${dark[token]})`,
  );
  const both = Object.entries(brand).map(([token, color]) => `--${token}:${color}`);
  return `:root{${[...tokens, ...both, `--backdrop:light-dark(${light.ink}8c,#000000a6)`].join(';')}}`;
}

function oklchOf(color: string): Oklch {
  const oklch = toOklch(color);
  if (oklch === undefined) throw new Error(`${color} is no colour`);
  return oklch;
}

function shadesOf<Name extends string>(
  { c, h = 0 }: Oklch,
  table: Record<Name, Shade>,
): Record<Name, string> {
  const shades = Object.entries<Shade>(table).map(([token, [l, chroma]]) => [
    token,
    toHex({ mode: 'oklch', l, c: Math.min(c, chroma), h }),
  ]);
  // It has the names of the table.
  return Object.fromEntries(shades);
}

function toHex(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch'));
}
