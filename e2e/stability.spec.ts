/** The layout never shifts while session, cart, font and pictures arrive. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { untilAlive } from './alive.ts';
import { hold } from './network.ts';
import { closeButton, dialogOf, interceptDetails, openFromCard } from './product-dialog.ts';
import { expect, loggedInTest, open, searchBox, test } from './shop.ts';
import { demoProduct } from './shopper.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/**
 * Records every layout shift from the first paint on. https://web.dev/articles/cls
 * @param mayMove selects what may move
 */
async function watchShifts(page: Page, mayMove = ':not(*)'): Promise<void> {
  await page.addInitScript((selector) => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const isAllowed = ({ node }: { node: Node | null }) =>
          Boolean((node instanceof Element ? node : node?.parentElement)?.closest(selector));
        if (sources.length > 0 && sources.every(isAllowed)) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const { nodeName, className = '' } = (node ?? {}) as Partial<Element>;
          return `${nodeName}.${className} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`;
        });
        if (!hadRecentInput) shifts.push(`${value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, mayMove);
}

async function expectStill(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  // The browser reports shifts with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
}

const PAGES = [
  '/',
  '/?value=garden',
  '/?category=Footwear&minRating=4&sort=price',
  '/?product=summit-leather-high-tops',
  '/login',
  '/register',
  '/checkout',
];

for (const viewport of SIZES) {
  test(`look: nothing moves at ${viewport.width} px on any page of a visitor`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await watchShifts(page);
    for (const path of PAGES) {
      await open(page, path);
      await expectStill(page);
    }
  });

  loggedInTest(
    `look: nothing moves at ${viewport.width} px for a shopper with a cart`,
    async ({ page, shopper }) => {
      await shopper.putInCart(demoProduct('Studio Pendant Lamp'), 2);
      await shopper.saveAddress('12 Harbour Road');
      await page.setViewportSize(viewport);
      await watchShifts(page);
      await open(page, '/');
      await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
      await expectStill(page);
      await open(page, '/checkout');
      await expect(page.getByRole('radio')).toBeVisible();
      await expectStill(page);
    },
  );
}

interface TwoPieces {
  /** Opens a page whose HTML arrives until the end of `first`. The result sends the rest. */
  openFirstPiece: (page: Page, path: string, first: string) => Promise<() => void>;
}

/** Puts a server before the shop that sends each page in two pieces. */
const inPiecesTest = test.extend<TwoPieces>({
  async openFirstPiece({ baseURL }, use) {
    let first = '';
    let sendRest = () => {};
    const server = createServer(async ({ url }, response) => {
      const reply = await fetch(`${baseURL}${url}`);
      const type = reply.headers.get('content-type') ?? '';
      response.writeHead(reply.status, { 'content-type': type });
      if (!type.startsWith('text/html')) return response.end(await reply.bytes());
      const html = await reply.text();
      const end = html.indexOf(first) + first.length;
      sendRest = () => response.end(html.slice(end));
      return response.write(html.slice(0, end));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await use(async (page, path, piece) => {
      first = piece;
      await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'commit' });
      return () => sendRest();
    });
    server.closeAllConnections();
    server.close();
  },
});

for (const viewport of SIZES) {
  inPiecesTest(
    `look: nothing moves at ${viewport.width} px when a page arrives in pieces`,
    async ({ page, openFirstPiece }) => {
      await page.setViewportSize(viewport);
      await watchShifts(page);
      for (const [path, first] of [
        ['/', '>LOGIN</a>'],
        ['/', '</select>'],
        ['/login', '</h1>'],
      ] as const) {
        const sendRest = await openFirstPiece(page, path, first);
        // The browser shows nothing before it has the styles.
        await expect
          .poll(() => page.evaluate(() => [...document.styleSheets].some(({ href }) => href)))
          .toBe(true);
        // What it shows then, it shows within two frames.
        await page.evaluate(() => {
          const shown = new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(done)),
          );
          return Promise.race([shown, new Promise((done) => setTimeout(done, 1000))]);
        });
        sendRest();
        await untilAlive(page);
        await expectStill(page);
      }
    },
  );
}

test.describe('with and without the display font', () => {
  // Chromium warns of a preloaded font that a page does not use within some seconds.
  test.use({ mayFail: /was preloaded using link preload but not used/ });

  test('look: the products have the same position, however wide the letters of another font are', async ({
    page,
  }) => {
    await open(page, '/');
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check('20px Gabarito'))).toBe(true);
    const first = page.getByRole('article').first();
    // Without a letter spacing, in the display font.
    const topWith = async (letterSpacing: string) => {
      await page.getByText('The fastest delivery').evaluate((promise, spacing) => {
        const { style } = document.documentElement;
        style.setProperty('--font-display', spacing === '' ? '' : 'system-ui');
        promise.style.letterSpacing = spacing;
      }, letterSpacing);
      return (await first.boundingBox())?.y;
    };
    for (const width of [320, 344, 360, 390, 412, 768, 800, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const top = await topWith('');
      // With digits of the same width, texts in common fonts are up to a tenth narrower or wider.
      for (const spacing of ['-0.07em', '-0.02em', '0.03em']) {
        expect.soft(await topWith(spacing), `${spacing} at ${width} px`).toBe(top);
      }
    }
  });
});

for (const viewport of SIZES) {
  test(`look: nothing moves at ${viewport.width} px while filters are chosen and suggestions come`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    // The count follows the heading, and Clear all the pills, which a slow machine changes long after the press.
    await watchShifts(page, 'main [role=status], [aria-label="Chosen filters"] > li');
    // Begin with a filter: without one the page shows the hero, which a slow machine removes late.
    await open(page, '/?category=Footwear');
    for (const [name, count] of [
      ['Computers', '8 products'],
      ['Accessories', '6 products'],
    ] as const) {
      const chip = page.getByRole('list', { name: 'Categories' }).getByRole('link', { name });
      await chip.click();
      await expect(chip).toHaveAttribute('aria-current', 'true');
      await expect(page.getByText(count, { exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Filters 1 set' }).click();
    await page.getByRole('textbox', { name: 'Highest price' }).fill('30');
    await page.getByRole('button', { name: 'Show 3 products' }).click();
    await page.getByRole('link', { name: 'Remove Up to $30' }).click();
    await expect(page.getByText('6 products', { exact: true })).toBeVisible();
    // Delay the search, which may begin on a slow machine and replace the list.
    await hold(page, 'GET /products/search?value=furni');
    await hold(page, 'GET /products/facets?value=furni');
    await searchBox(page).pressSequentially('furni');
    await expect(page.getByRole('listbox')).toBeVisible();
    await searchBox(page).press('Escape');
    await expectStill(page);
  });
}

for (const viewport of SIZES) {
  test(`look: nothing moves at ${viewport.width} px when a typed search takes the place of the list`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await watchShifts(page);
    await open(page, '/');
    await searchBox(page).pressSequentially('garden');
    await expect(page.getByRole('heading', { name: 'Results for “garden”' })).toBeVisible();
    await expect(page.getByText('Loading Products')).toHaveCount(0);
    await expectStill(page);
  });
}

for (const viewport of SIZES) {
  test(`look: nothing moves at ${viewport.width} px when a search is typed with a pause`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    // Later than the half second after a key in which shifts don't count.
    await page.route('**/suggestions?*', async (route) => {
      await new Promise((done) => setTimeout(done, 800));
      await route.continue();
    });
    await watchShifts(page);
    await open(page, '/');
    for (const [keys, text] of [
      ['gar', 'gar'],
      ['den', 'garden'],
    ] as const) {
      await searchBox(page).pressSequentially(keys);
      await expect(page.getByRole('heading', { name: `Results for “${text}”` })).toBeVisible();
      await expect(page.getByText('Loading Products')).toHaveCount(0);
      // The results have closed the list. Whoever opens it again goes on typing while it is there.
      await searchBox(page).press('ArrowDown');
      await expect(page.getByRole('option')).not.toHaveCount(0);
    }
    await expectStill(page);
  });
}

for (const viewport of SIZES) {
  test(`look: nothing moves at ${viewport.width} px when the details of a product arrive late`, async ({
    page,
  }) => {
    const sneakers = demoProduct('Summit Leather High-Tops');
    const late = Promise.withResolvers<void>();
    await interceptDetails(page, async (route) => {
      // Wait longer than the 500 ms during which a browser attributes shifts to an input.
      await late.promise;
      const description = 'Light shoes for steep ways. '.repeat(100);
      await route.fulfill({
        json: { ...sneakers, brand: 'Summit', description, stock: 2, variants: [] },
      });
    });
    await page.setViewportSize(viewport);
    await watchShifts(page);
    await open(page, '/');
    await openFromCard(page, sneakers);
    await page.waitForFunction(
      (since) => performance.now() > since + 600,
      await page.evaluate(() => performance.now()),
    );
    late.resolve();
    await expect(page.getByText('Only 2 left')).toBeVisible();
    await closeButton(page).click();
    await expect(dialogOf(page, sneakers)).toHaveCount(0);
    await expectStill(page);
  });
}
