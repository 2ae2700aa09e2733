import { expect, test } from '../testing/screen.tsx';

test('a layout waits for no picture of a style sheet: they load only fonts', () => {
  const styles = import.meta.glob<string>('../**/*.css', {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const texts = Object.values(styles);
  const loaded = texts.flatMap((text) => [...text.matchAll(/url\(([^)]*)\)/g)]);
  expect(loaded.length).toBeGreaterThan(0);
  for (const [, address] of loaded) expect(address).toMatch(/\.woff2["']?$/);
});
