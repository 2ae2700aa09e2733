/** Tests of a shop with an identity of its own that need a browser: colours, policy, legal texts. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { textAddress } from '../contract/listing.ts';
import type { ShopIdentity } from '../contract/shop-identity.ts';
import { expect, open, testWithIdentity } from './shop.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 16"><path fill="#b4235a" d="M0 0h64v16H0z"/></svg>';

const identity: ShopIdentity = {
  name: 'Birch & Bloom',
  accent: '#b4235a',
  logo: LOGO,
  hero: { promise: 'Grow something today' },
  locale: 'de-DE',
  delivery: { businessDays: 3, text: 'Free within Lübeck.' },
  seller: {
    legalName: 'Birch & Bloom GmbH',
    address: '1 Mill Lane\n23552 Lübeck',
    country: 'DE',
    email: 'hello@birch.example',
    taxId: 'DE123456789',
  },
  legal: {
    imprint: '# Imprint\n\nRegistered at the court of Lübeck.',
    privacy: `# Privacy\n\n[Your rights](#your-rights)\n\n## What we keep\n\nNo more than we need: see the [imprint](/?page=imprint).\n${'\nLong.\n'.repeat(60)}\n## Your rights`,
  },
};

const test = testWithIdentity(identity);

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const colourOf = (page: Page) =>
  page
    .getByRole('button', { name: 'REGISTER' })
    .evaluate((element) => getComputedStyle(element).backgroundColor);

test('a shop has its own logo and colours in both schemes, and its pages break no policy', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.clear());
  await open(page, '/');
  await expect(page).toHaveTitle('Birch & Bloom: trending items with fast delivery');
  const logo = page.getByRole('link', { name: 'Birch & Bloom, to all products' }).locator('img');
  const ratio = ({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth / naturalHeight;
  await expect.poll(() => logo.evaluate(ratio)).toBe(4);
  expect(await colourOf(page)).toBe('rgb(180, 35, 90)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => colourOf(page)).toBe('rgb(255, 150, 177)');
});

test('a product has the shop’s own delivery, in days from the server and as a date of its locale in the browser', async ({
  page,
  request,
}) => {
  const address = '/?product=studio-pendant-lamp';
  const html = await (await request.get(address)).text();
  expect(html).toContain('in 3 business days');
  // Any warning of hydration fails the test.
  await open(page, address);
  const promise = dialog(page, 'Studio Pendant Lamp').getByText('Free within Lübeck.');
  await expect(promise).toHaveText(
    /^Arrives by (\p{L}+tag|Mittwoch), \d+\. \p{L}+ \d{4}\. Free within Lübeck\.$/u,
  );
  await expect(promise).not.toContainText('Free delivery');
});

test('a legal text is a page over the products: the footer leads there, Escape back, and it reads without script', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect(page).toHaveURL('/?page=imprint');
  const imprint = dialog(page, 'Imprint');
  await expect(imprint).toContainText('Registered at the court of Lübeck.');
  for (const text of ['Birch & Bloom GmbH', '23552 Lübeck', 'Germany', 'DE123456789']) {
    await expect(imprint).toContainText(text);
  }
  await expect(page).toHaveTitle('Imprint | Birch & Bloom');
  await expect(imprint.getByRole('button', { name: 'Close', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(imprint).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Imprint' })).toBeFocused();
  // A link leads to a heading of the text.
  await open(page, textAddress('privacy'));
  const privacy = dialog(page, 'Privacy');
  const rights = privacy.getByRole('heading', { name: 'Your rights' });
  await expect(rights).not.toBeInViewport();
  await privacy.getByRole('link', { name: 'Your rights' }).click();
  await expect(rights).toBeInViewport();
  await expect(privacy).toBeVisible();
  // One text links to another, and back leads from a screen to a text.
  await page.goto(textAddress('privacy'));
  await dialog(page, 'Privacy').getByRole('link', { name: 'imprint' }).click();
  await expect(dialog(page, 'Imprint')).toBeVisible();

  const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const reader = await plain.newPage();
  await reader.goto(textAddress('privacy'));
  await expect(reader.getByText('No more than we need')).toBeVisible();
  await plain.close();
});

test('back leads from another screen to a legal text', async ({ page }) => {
  await open(page, '/login');
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    history.pushState(null, '', '/register');
  }, textAddress('privacy'));
  await page.goBack();
  await expect(dialog(page, 'Privacy')).toBeVisible();
});

test.describe('an unknown text', () => {
  test.use({ mayFail: /404/ });

  test('says so, with status 404 and the way to all products', async ({ page }) => {
    const reply = await page.goto('/?page=no-such');
    expect(reply?.status()).toBe(404);
    await expect(dialog(page, 'This page does not exist')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'All products' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('axe finds nothing, in either scheme', async ({ page }) => {
  for (const path of ['/', '/?page=imprint', '/login', '/checkout']) {
    await open(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .exclude('main li:nth-child(n + 9)')
        .analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
  }
});
