/** The server's HTML of products and addresses that contain scripts. The tests of screens prove the rest. */
import type { Page } from '@playwright/test';
import { API_BASE } from '../contract/calls.ts';
import { importProducts } from './feed.ts';
import { card, expect, open, ownShopTest, searchBox } from './shop.ts';

const SCRIPT = '</script><script>hacked()</script>';
const hostile = [
  '<img src=x onerror="hacked()">',
  SCRIPT,
  '"><svg onload=hacked()>',
  "' onmouseover='hacked()' x='",
  '<!--<script>hacked()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of somebody else's
  '${hacked()}{{constructor.constructor("hacked()")()}}',
  'javascript:hacked()',
  'x\u2028hacked()//\\u003cscript>',
];

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

// The pictures do not exist, so the cards show the names. The server refuses the cursor.
ownShopTest.use({ mayFail: /40[04]/ });

ownShopTest(
  'products and parameters of the address are text in the HTML and in the hydrated page',
  async ({ page }) => {
    // The index answers from before the import until it has followed.
    const search = `${API_BASE}/products/search?value=hacked`;
    await expect.poll(async () => (await page.request.get(search)).status()).toBe(200);
    await open(page, '/?value=hacked');
    for (const name of hostile) await expect(card(page, name)).toBeVisible();
    await expectNoMarkup(page);
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    const listed = JSON.parse(data ?? '').itemListElement;
    expect(listed.map(({ item }: { item: { name: string } }) => item.name)).toContain(SCRIPT);

    for (const text of [hostile.join(' '), hostile.toReversed().join(' ')]) {
      const names = ['value', 'category', 'minCost', 'sort', 'cursor', 'product', text];
      const query = names.map((name) => [name, text]);
      await open(page, `/?${new URLSearchParams(query)}`);
      await expectNoMarkup(page);
    }
    await open(page, `/?value=${encodeURIComponent(SCRIPT)}&cursor=${encodeURIComponent(SCRIPT)}`);
    await expect(searchBox(page)).toHaveValue(SCRIPT);
    await expect(card(page, SCRIPT)).toBeVisible();
    await expectNoMarkup(page);
  },
);
