import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivePalette, findReadableShade, findUnreadablePair, styleOf } from './palette.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('an accent is the colour of what can be clicked, and the dark scheme has a lighter one of its hue', () => {
  const { light, dark } = derivePalette('#B4235A');
  expect(light.action).toBe('#b4235a');
  expect(dark.action).toBe('#ff96b1');
  expect(findUnreadablePair({ light, dark })).toBeUndefined();
  expect(styleOf({ light, dark })).toContain('--action:light-dark(#b4235a,#ff96b1)');
});

test('an accent that is too light is named with the pair and its ratio', () => {
  const pair = findUnreadablePair(derivePalette('#ffdd00'));
  expect(pair).toMatchObject({
    scheme: 'light',
    text: 'action',
    background: 'paper',
    required: 4.5,
  });
  expect(pair?.ratio).toBeCloseTo(1.26, 1);
});

test('every colour has a shade that can be read, in both schemes', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const shade = findReadableShade(colour);
      expect(shade).toMatch(/^#[0-9a-f]{6}$/);
      expect(findUnreadablePair(derivePalette(shade ?? ''))).toBeUndefined();
    }),
  );
});
