import { readFileSync } from 'node:fs';
import { formatHex, interpolate, wcagContrast } from 'culori';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivePalette, styleOf } from './palette.ts';

test('an accent that can be read is the colour of what can be clicked; the dark scheme has a lighter one of its hue', () => {
  const palette = derivePalette('#B4235A');
  expect(palette.light.action).toBe('#b4235a');
  expect(palette.dark.action).toBe('#ff96b1');
  expect(styleOf(palette)).toContain('--action:light-dark(#b4235a,#ff96b1)');
  expect(styleOf(palette)).toContain('--brand:#b4235a;--brand-ink:#ffffff');
});

test('a yellow brand has yellow surfaces with black text, and controls of the nearest shade that can be read', () => {
  const palette = derivePalette('#ffdd00');
  expect(palette).toMatchObject({ brand: '#ffdd00', 'brand-ink': '#000000' });
  expect(palette.light.action).toBe('#7d6b00');
});

const BACKGROUNDS = ['paper', 'surface', 'sunken', 'action-soft'] as const;
/** Every pair that the pages show, and the contrast that WCAG 2.2 AA asks for: 4.5 for text, 3 for edges of controls. */
const PAIRS = [
  ['ink', BACKGROUNDS, 4.5],
  ['ink-soft', BACKGROUNDS, 4.5],
  ['action', BACKGROUNDS, 4.5],
  ['action-hover', BACKGROUNDS, 4.5],
  ['action-ink', ['action', 'action-hover', 'action-active'], 4.5],
  ['toast-ink', ['toast-surface'], 4.5],
  ['control-line', ['paper', 'surface'], 3],
] as const;

/** The tints of categories. */
const css = readFileSync('web/ui/tokens.css', 'utf8');
const tints = [...css.matchAll(/--tint-\d: light-dark\((#\w+), (#\w+)\)/g)].map(
  ([, light = '', dark = '']) => ({ light, dark }),
);

/** The colour of a tile with initials, mixed like in `product-picture.module.css`. */
const tileOf = (tint: string, brand: string) =>
  formatHex(interpolate([tint, brand], 'oklab')(0.15)) ?? '';

test('every colour is an accent: all texts and controls can be read, in both schemes', () => {
  const colours = fc
    .integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colours, (accent) => {
      const palette = derivePalette(accent);
      expect(palette.brand).toBe(accent);
      expect(wcagContrast(palette['brand-ink'], accent)).toBeGreaterThanOrEqual(4.5);
      for (const scheme of ['light', 'dark'] as const) {
        for (const [text, backgrounds, required] of PAIRS) {
          for (const background of backgrounds) {
            const ratio = wcagContrast(palette[scheme][text], palette[scheme][background]);
            expect(ratio, `${scheme}: ${text} on ${background}`).toBeGreaterThanOrEqual(required);
          }
        }
        // Large text: the initials of a product without a picture.
        for (const tint of tints) {
          const tile = tileOf(tint[scheme], accent);
          const ratio = wcagContrast(palette[scheme].action, tile);
          expect(ratio, `${scheme}: initials on ${tile}`).toBeGreaterThanOrEqual(3);
        }
      }
    }),
    { numRuns: 500, examples: [['#ffffff'], ['#000000'], ['#ffff00'], ['#00ff00'], ['#777777']] },
  );
});
