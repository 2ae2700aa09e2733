/** A shop that is opened under a different host name than its PUBLIC_URL. */
import { answer } from './network.ts';
import { startShop } from './serve.ts';
import { card, cartPanel, expect, loggedInTest, open } from './shop.ts';
import { demoProduct } from './shopper.ts';

const PUBLIC_URL = 'https://shop.example';
const boots = demoProduct('Summit Hiking Boots');
const elsewhere = 'https://elsewhere.example/pictures/boots.webp';

const anotherName = loggedInTest.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const shop = await startShop({ PUBLIC_URL });
      await use(shop.address);
      await shop.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ address }, use) => use(address),
});

anotherName.describe('pictures of the shop itself', () => {
  anotherName.use({ mayFail: /elsewhere\.example/ });

  anotherName('are loaded from the origin of the page', async ({ page, shopper }) => {
    await shopper.putInCart(boots);
    const absolute = { ...boots, image: PUBLIC_URL + boots.image };
    await answer(page, 'GET /products', {
      json: [absolute, { ...boots, _id: 'other', name: 'Other', image: elsewhere }],
    });
    await open(page, '/');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(card(page, boots.name).locator('img')).toHaveAttribute('src', boots.image);
    await expect(cartPanel(page).locator('img')).toHaveAttribute('src', boots.image);
    await page.getByRole('link', { name: 'QKart' }).click();
  });
});
