/** A layout waits for each system font, and for pictures in style sheets. */
import { page } from 'vitest/browser';
import { demoProduct } from '../testing/demo-products.ts';
import { button, expect, loggedInTest, open, test } from '../testing/screen.tsx';

/** The sizes and weights of text in the system font, each of which the system loads. */
function systemFonts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const fonts = new Set<string>();
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const element = node.parentElement;
    if (!element?.checkVisibility({ contentVisibilityAuto: true })) continue;
    if (node.textContent?.trim() === '') continue;
    const { fontFamily, fontSize, fontWeight } = getComputedStyle(element);
    if (fontFamily.startsWith('system-ui')) fonts.add(`${fontSize} ${fontWeight}`);
  }
  return [...fonts];
}

async function fontsOf(path: string, heading: string): Promise<string[]> {
  await open(path);
  await expect.element(page.getByRole('heading', { name: heading })).toBeVisible();
  return systemFonts();
}

test('login and register use no font that the products do not use', async () => {
  const knownFonts = await fontsOf('/', 'All products');
  expect(knownFonts).toContain('15px 600');
  expect(knownFonts).toEqual(expect.arrayContaining(await fontsOf('/login', 'Login')));
  expect(knownFonts).toEqual(expect.arrayContaining(await fontsOf('/register', 'Register')));
});

loggedInTest('the checkout uses no font that the products do not use', async ({ shop }) => {
  shop.putInCart(demoProduct('Summit Leather High-Tops'), 2);
  shop.saveAddress('12 Harbour Street, Portsmouth');
  await open('/');
  await expect.element(button('Checkout')).toBeVisible();
  const knownFonts = systemFonts();
  const fonts = await fontsOf('/checkout', 'Order details');
  expect(knownFonts).toEqual(expect.arrayContaining(fonts));
});

test('style sheets load fonts and no pictures', () => {
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
