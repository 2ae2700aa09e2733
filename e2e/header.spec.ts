/** Header and footer (spec 2). */
import { watch } from './network.ts';
import { expect, loggedInTest, open, searchBox, stored, test } from './shop.ts';

test('spec 2, header and footer: every page shows the logo, which leads to /, and the footer', async ({
  page,
}) => {
  for (const path of ['/', '/register', '/login']) {
    await open(page, path);
    await expect(page.getByRole('contentinfo')).toContainText(
      'one-stop shop for trending items, with fast delivery',
    );
    await page.getByRole('banner').getByRole('link', { name: 'QKart' }).click();
    await expect(page).toHaveURL('/');
  }
});

loggedInTest(
  "spec 2, header: login and register have only a 'Back to explore' button, whoever is logged in",
  async ({ page, shopper }) => {
    for (const path of ['/register', '/login']) {
      await open(page, path);
      const header = page.getByRole('banner');
      await expect(header.getByRole('button')).toHaveText(['Back to explore']);
      await expect(header).not.toContainText(shopper.username);
      await expect(searchBox(page)).toHaveCount(0);
      await header.getByRole('button', { name: 'Back to explore' }).click();
      await expect(page).toHaveURL('/');
    }
  },
);

test('spec 2, header: a visitor has LOGIN to /login and REGISTER to /register @phone', async ({
  page,
}) => {
  for (const [button, path] of [
    ['LOGIN', '/login'],
    ['REGISTER', '/register'],
  ] as const) {
    await open(page, '/');
    const header = page.getByRole('banner');
    await expect(header.getByRole('button')).toHaveText(['LOGIN', 'REGISTER']);
    await header.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(path);
  }
});

test('spec 2, header: its buttons are pressed by the space bar, too', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'LOGIN' }).press(' ');
  await expect(page).toHaveURL('/login');
});

loggedInTest(
  'spec 2, header: a logged-in shopper sees avatar, username and LOGOUT @phone',
  async ({ page, shopper }) => {
    await open(page, '/');
    const header = page.getByRole('banner');
    await expect(header.getByText(shopper.username)).toBeVisible();
    await expect(header.locator('[data-initial="S"]')).toBeVisible();
    await expect(header.getByRole('button')).toHaveText(['LOGOUT']);
  },
);

loggedInTest(
  'spec 2, header: LOGOUT clears all local storage, reloads and goes to /',
  async ({ page, shopper }) => {
    await shopper.putInCart({ _id: 'summit-hiking-boots' });
    await open(page, '/checkout');
    await page.evaluate(() => {
      localStorage.setItem('somebody-elses', 'key');
      document.title = 'the page before';
    });
    const documents = page.waitForRequest((request) => request.resourceType() === 'document');
    await page.getByRole('button', { name: 'LOGOUT' }).click();
    expect(new URL((await documents).url()).pathname).toBe('/');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    expect(await stored(page)).toEqual({});
  },
);

loggedInTest(
  'decisions, in the browser: LOGOUT ends the session on the server',
  async ({ page, shopper }) => {
    await open(page, '/');
    const calls = watch(page, 'POST /auth/logout');
    await page.getByRole('button', { name: 'LOGOUT' }).click();
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect.poll(async () => (await shopper.send('GET /cart')).status).toBe(401);
    expect(calls).toHaveLength(1);
  },
);

loggedInTest('decisions, in the browser: LOGOUT does not wait for the server', async ({ page }) => {
  await open(page, '/');
  // The request never gets a reply.
  await page.route('**/auth/logout', () => {});
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
});

test('decisions, in the browser: a visitor sends no logout to the server', async ({ page }) => {
  const calls = watch(page, 'POST *');
  await open(page, '/');
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
  expect(calls).toEqual([]);
});

test('decisions, breakpoints: exactly one search box is visible and reachable, from 900 px in the header', async ({
  page,
}) => {
  await open(page, '/');
  const boxes = searchBox(page);
  for (const [width, inHeader] of [
    [390, 0],
    [899, 0],
    [900, 1],
    [1280, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(boxes).toHaveCount(1);
    await expect(boxes).toHaveAttribute('placeholder', 'Search for items/categories');
    await expect(page.getByRole('banner').getByRole('combobox')).toHaveCount(inHeader);
    await expect(page.locator('search input').filter({ visible: true })).toHaveCount(1);
    await boxes.click();
    await expect(boxes).toBeFocused();
  }
});

loggedInTest('a username is cut off only if there is no room', async ({ page }) => {
  // The name has 44 characters.
  const name = page.getByRole('banner').getByText(/^shopper-/);
  const isCut = () => name.evaluate((element) => element.scrollWidth > element.clientWidth);
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/thanks');
  expect(await isCut()).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await isCut()).toBe(true);
});
