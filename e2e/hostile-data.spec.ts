/** Products, names, addresses and searches that contain scripts. The pages show them as text. */
import type { Page } from '@playwright/test';
import { placeOrder } from './checkout.ts';
import { importProducts } from './feed.ts';
import { answer } from './network.ts';
import {
  card,
  cartLine,
  expect,
  expectToast,
  open,
  ownShopTest,
  searchBox,
  stored,
} from './shop.ts';
import { newShopper } from './shopper.ts';

// All tests of this file share one shop.
ownShopTest.describe.configure({ mode: 'default' });

const hostile = [
  '<img src=x onerror="hacked()">',
  '</script><script>hacked()</script>',
  '"><svg onload=hacked()>',
  "' onmouseover='hacked()' x='",
  '<!--<script>hacked()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of somebody else's
  '${hacked()}{{constructor.constructor("hacked()")()}}',
  'javascript:hacked()',
  'x\u2028hacked()//\\u003cscript>',
];
const [IMG = '', SCRIPT = '', SVG = ''] = hostile;

const products = hostile.map((text, i) => ({
  _id: `hostile-${i}`,
  name: text,
  category: text,
  brand: text,
  description: text,
  cost: 10,
  rating: 4,
  image: `/pictures/x.webp?${encodeURIComponent(text)}`,
}));

/** Scripts that ran or tried to. */
const found: string[] = [];

ownShopTest.beforeAll(({ ownShop }) => importProducts(ownShop, products));

ownShopTest.beforeEach(async ({ page }) => {
  found.length = 0;
  await page.exposeFunction('hacked', () => found.push('a script ran'));
  await page.exposeFunction('violated', (what: string) =>
    found.push(`stopped by its policy: ${what}`),
  );
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, sample, blockedURI }) => {
      // biome-ignore lint/suspicious/noExplicitAny: the function that was exposed above
      (window as any).violated(`${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('dialog', (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
});

// The policy is only the second line of defence. No script may get as far as being blocked by it.
ownShopTest.afterEach(() => expect(found).toEqual([]));

/** Expects that no text became an element. */
async function expectNoMarkup(page: Page): Promise<void> {
  const injected = page.locator(
    'img[src="x"], svg[onload], [onerror], [onmouseover], [href^="javascript:"]',
  );
  await expect(injected).toHaveCount(0);
  // The policy allows the page's own inline scripts by their hashes, so none may contain the text.
  const scripts = await page.locator('script:not([src])').allTextContents();
  for (const script of scripts) expect(script).not.toContain('<script>hacked');
}

// The pictures do not exist, so the cards show the names.
ownShopTest.use({ mayFail: /404/ });

ownShopTest('products are text in the HTML and in the hydrated page', async ({ page }) => {
  await open(page, '/?value=hacked');
  for (const name of hostile) await expect(card(page, name)).toBeVisible();
  await expectNoMarkup(page);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  const listed = JSON.parse(data ?? '').itemListElement;
  expect(listed.map(({ item }: { item: { name: string } }) => item.name)).toContain(SCRIPT);

  await open(page, `/?category=${encodeURIComponent(SCRIPT)}`);
  await expect(card(page, SCRIPT)).toBeVisible();
  await expectNoMarkup(page);
});

ownShopTest.describe('with a cursor that is refused', () => {
  ownShopTest.use({ mayFail: /40[04]/ });

  ownShopTest('parameters of the address are text', async ({ page }) => {
    for (const text of hostile) {
      const query = encodeURIComponent(text);
      const names = ['value', 'minCost', 'sort', 'cursor', text];
      // The page refetches the server's HTML: the request with the cursor fails, the one without succeeds.
      const fresh = page.waitForResponse(
        (response) => response.url().includes('/products/search?') && response.ok(),
      );
      await open(
        page,
        `/?${names.map((name) => `${encodeURIComponent(name)}=${query}`).join('&')}`,
      );
      await expect(searchBox(page)).toHaveValue(text);
      await fresh;
      await expect(card(page, text)).toBeVisible();
      await expectNoMarkup(page);
    }
  });
});

ownShopTest('a typed text and its suggestions are text', async ({ page }) => {
  await open(page, '/');
  for (const text of [IMG, SCRIPT, SVG]) {
    await searchBox(page).fill('');
    await searchBox(page).pressSequentially(text);
    await expect(page.getByRole('option').first()).toBeVisible();
    await expectNoMarkup(page);
    await searchBox(page).press('Enter');
    await expect(card(page, text)).toBeVisible();
    await expectNoMarkup(page);
  }
});

ownShopTest(
  'a name, addresses, the cart, an order and its receipt are text',
  async ({ page, ownShop }) => {
    const username = `${IMG}${crypto.randomUUID().slice(0, 8)}`;
    const shopper = await newShopper(ownShop.address, username);
    for (const [i] of hostile.entries()) await shopper.putInCart({ _id: `hostile-${i}` });
    for (const text of hostile) await shopper.saveAddress(text);
    await page.addInitScript(
      (session) => {
        for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
      },
      { username, token: shopper.token, balance: '5000' },
    );

    await open(page, '/');
    await expect(page.getByRole('banner')).toContainText(username);
    await expect(cartLine(page, SVG)).toBeVisible();
    await expectNoMarkup(page);

    await page.getByRole('button', { name: 'Checkout' }).click();
    for (const text of hostile) await expect(page.getByText(text).first()).toBeVisible();
    await expectNoMarkup(page);
    await page.getByRole('radio', { name: SCRIPT, exact: true }).check();
    await placeOrder(page).click();

    await expect(page).toHaveURL('/thanks');
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`1 × ${SVG}`);
    await expectNoMarkup(page);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(`1 × ${SVG}`);
    await expectNoMarkup(page);
    expect((await stored(page)).username).toBe(username);
  },
);

ownShopTest(
  'replies of another backend are text: its messages and addresses of pictures',
  async ({ page }) => {
    const images = [
      'data:text/html,<script>hacked()</script>',
      'http://[',
      '//',
      '"onerror="hacked()',
    ];
    await answer(page, 'GET /products', {
      json: images.map((image, i) => ({
        ...products[0],
        _id: `other-${i}`,
        name: `Other ${i}`,
        image,
      })),
    });
    await answer(page, 'POST /cart', { status: 400, json: { success: false, message: SVG } });
    await open(page, '/');
    await expect(card(page, 'Other 2')).toBeVisible();
    await expectNoMarkup(page);
    await card(page, 'Other 2').getByRole('button').click();
    await expectToast(page, SVG, 'error');
    await expectNoMarkup(page);
  },
);
