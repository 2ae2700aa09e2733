/** Derives the colours of the pages from one accent colour, for the light and the dark scheme (OKLCH). */
import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori';

type Token =
  | 'paper'
  | 'surface'
  | 'sunken'
  | 'ink'
  | 'ink-soft'
  | 'line'
  | 'control-line'
  | 'action'
  | 'action-hover'
  | 'action-active'
  | 'action-ink'
  | 'action-soft'
  | 'toast-surface'
  | 'toast-ink';
type Scheme = 'light' | 'dark';
/** Hexadecimal colours of the tokens in `web/ui/tokens.css` with these names. */
export type Palette = Record<Scheme, Record<Token, string>>;

export interface UnreadablePair {
  scheme: Scheme;
  text: string;
  background: string;
  /** The ratio of contrast, and what WCAG 2.2 AA asks for. */
  ratio: number;
  required: number;
}

/** Lightness from 0 to 1, and the most chroma that the token takes of the accent. */
type Shade = readonly [lightness: number, chroma: number];

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
const DARK: Record<Token, Shade> = {
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
};
/** Steps of the accent itself in the light scheme. */
const HOVER_STEP = 0.09;
const ACTIVE_STEP = 0.15;

const TEXT_RATIO = 4.5;
const CONTROL_RATIO = 3;
const BACKGROUNDS: readonly Token[] = ['paper', 'surface', 'sunken', 'action-soft'];
/** The pairs that the pages show. */
const PAIRS: readonly [text: Token, backgrounds: readonly Token[], required: number][] = [
  ['ink', BACKGROUNDS, TEXT_RATIO],
  ['ink-soft', BACKGROUNDS, TEXT_RATIO],
  ['action', BACKGROUNDS, TEXT_RATIO],
  ['action-hover', BACKGROUNDS, TEXT_RATIO],
  ['action-ink', ['action', 'action-hover', 'action-active'], TEXT_RATIO],
  ['toast-ink', ['toast-surface'], TEXT_RATIO],
  ['control-line', ['paper', 'surface'], CONTROL_RATIO],
];

const toOklch = converter('oklch');

/** @param accent like `#0f766e`; in the light scheme it is what can be clicked */
export function derivePalette(accent: string): Palette {
  const color = oklchOf(accent);
  const darker = (step: number): string => toHex({ ...color, l: Math.max(0, color.l - step) });
  const light = Object.entries(LIGHT).map(([token, shade]) => [token, shadeOf(color, shade)]);
  const dark = Object.entries(DARK).map(([token, shade]) => [token, shadeOf(color, shade)]);
  return {
    // The tables have every token.
    light: {
      ...Object.fromEntries(light),
      action: accent.toLowerCase(),
      'action-hover': darker(HOVER_STEP),
      'action-active': darker(ACTIVE_STEP),
    },
    dark: Object.fromEntries(dark),
  };
}

/** @returns the first pair of text and background whose contrast is too low to be read */
export function findUnreadablePair(palette: Palette): UnreadablePair | undefined {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [text, backgrounds, required] of PAIRS) {
      for (const background of backgrounds) {
        const ratio = wcagContrast(palette[scheme][text], palette[scheme][background]);
        if (ratio < required) return { scheme, text, background, ratio, required };
      }
    }
  }
  return undefined;
}

/** @returns the lightest darker shade of the accent that can be read; undefined if there is none */
export function findReadableShade(accent: string): string | undefined {
  const color = oklchOf(accent);
  for (let { l } = color; l >= 0; l -= 0.01) {
    const shade = toHex({ ...color, l });
    if (findUnreadablePair(derivePalette(shade)) === undefined) return shade;
  }
  return undefined;
}

/** The style that replaces the tokens of the pages. It has names and hexadecimal colours only. */
export function styleOf({ light, dark }: Palette): string {
  const tokens = (Object.keys(light) as Token[]).map(
    (token) => `--${token}:light-dark(${light[token]},${dark[token]})`,
  );
  return `:root{${[...tokens, `--backdrop:light-dark(${light.ink}8c,#000000a6)`].join(';')}}`;
}

function oklchOf(color: string): Oklch {
  const oklch = toOklch(color);
  if (oklch === undefined) throw new Error(`${color} is no colour`);
  return oklch;
}

function shadeOf({ c, h = 0 }: Oklch, [l, chroma]: Shade): string {
  return toHex({ mode: 'oklch', l, c: Math.min(c, chroma), h });
}

function toHex(color: Oklch): string {
  return formatHex(clampChroma(color, 'oklch'));
}
