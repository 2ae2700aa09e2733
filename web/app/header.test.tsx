/** Header and footer (R1). */
import { page, userEvent } from 'vitest/browser';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  loggedInTest,
  open,
  searchBox,
  test,
} from '../testing/screen.tsx';

const header = page.getByRole('banner');
/** The texts of the header's buttons, without the search box. */
const buttons = () =>
  header
    .getByRole('button')
    .elements()
    .filter((element) => !element.closest('search'))
    .map(({ textContent }) => textContent);

test.for(['/', '/register', '/login', '/no-such-page'])(
  'R1.3: %s shows the logo, which leads to /, and the footer',
  async (path) => {
    await open(path);
    await expect
      .element(page.getByRole('contentinfo'))
      .toMatchTextContent('one-stop shop for trending items, with fast delivery');
    await header.getByRole('link', { name: 'QKart' }).click();
    await expectAddress('/');
  },
);

loggedInTest(
  "R1.4: login and register have only a 'Back to explore' button, whoever is logged in",
  async ({ shop }) => {
    for (const path of ['/register', '/login']) {
      await open(path);
      await expect.poll(buttons).toEqual(['Back to explore']);
      await expect.element(header).not.toMatchTextContent(shop.username);
      await expectCount(searchBox(), 0);
      await button('Back to explore').click();
      await expectAddress('/');
    }
  },
);

test.for([
  { width: 1280, name: 'LOGIN', path: '/login' },
  { width: 390, name: 'REGISTER', path: '/register' },
])(
  'R1.4: at $width px a visitor has LOGIN and REGISTER; $name leads to $path',
  async ({ width, name, path }, { shop }) => {
    const posts = shop.watch('POST *');
    await page.viewport(width, 800);
    await open('/');
    await expect.poll(buttons).toEqual(['LOGIN', 'REGISTER']);
    await button(name, header).click();
    await expectAddress(path);
    expect(posts).toEqual([]);
  },
);

test('R1.9: its buttons are pressed by the space bar, too', async () => {
  await open('/');
  ((await button('LOGIN').findElement()) as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expectAddress('/login');
});

loggedInTest('R1.4: a logged-in shopper sees avatar, username and LOGOUT', async ({ shop }) => {
  for (const width of [1280, 390]) {
    await page.viewport(width, 800);
    await open('/');
    await expect.element(header.getByText(shop.username)).toBeVisible();
    const avatar = header.element().querySelector('[data-initial="S"]');
    expect(avatar?.checkVisibility()).toBe(true);
    await expect.poll(buttons).toEqual(['LOGOUT']);
  }
});

loggedInTest(
  'the wallet stands beside the name, with the balance that the server has by now',
  async ({ shop }) => {
    const answering = shop.hold('GET /user/wallet');
    shop.balance = 17.25;
    await open('/');
    const shopper = (balance: string) =>
      header.getByRole('link', { name: `${shop.username} ${balance} in your wallet, your orders` });
    await expect.element(shopper('$5000')).toMatchTextContent(`${shop.username} $5000`);
    answering.release();
    await expect.element(shopper('$17.25')).toMatchTextContent(`${shop.username} $17.25`);
    expect(localStorage.getItem('balance')).toBe('17.25');
  },
);

test('R1.5: exactly one search box is visible and reachable, from 900 px in the header', async () => {
  await open('/');
  for (const [width, inHeader] of [
    [390, 0],
    [899, 0],
    [900, 1],
    [1280, 1],
  ] as const) {
    await page.viewport(width, 800);
    await expectCount(searchBox(), 1);
    await expectCount(header.getByRole('combobox'), inHeader);
    await expect.element(searchBox()).toHaveAttribute('placeholder', 'Search for items/categories');
    const inputs = [...document.querySelectorAll('search input')];
    expect(inputs.filter((input) => input.checkVisibility())).toHaveLength(1);
    await searchBox().click();
    await expect.element(searchBox()).toHaveFocus();
  }
});

test('a username is cut off only if there is no room', async ({ shop }) => {
  const username = `shopper-${crypto.randomUUID()}`;
  Object.assign(localStorage, { username, token: shop.token });
  await open('/thanks');
  const name = await header.getByText(username).findElement();
  expect(name.scrollWidth).toBe(name.clientWidth);
  await page.viewport(390, 800);
  expect(name.scrollWidth).toBeGreaterThan(name.clientWidth);
});

test('the shortest username is shown, and the balance below it', async ({ shop }) => {
  Object.assign(localStorage, { username: 'lilian', token: shop.token });
  await open('/thanks');
  for (const width of [1280, 390]) {
    await page.viewport(width, 800);
    const parts = [header.getByRole('link', { name: 'lilian' }), header.getByText('$5000')];
    const [link, balance] = parts.map((part) => part.element().getBoundingClientRect());
    // The header hides what wraps below the link.
    expect(balance?.bottom).toBeLessThanOrEqual(link?.bottom ?? 0);
  }
});

const wide = { src: '/favicon.svg', width: 640, height: 32 };
const high = { src: '/favicon.svg', width: 16, height: 32 };

test.for([
  { name: 'Northern Garden Supply Company of Lübeck' },
  { name: 'W'.repeat(40), hero: { promise: 'W'.repeat(60), text: 'W'.repeat(160) } },
  { name: 'متجر الحديقة الشمالية للأدوات والنباتات' },
  { name: '北方园林用品有限公司上海分店'.repeat(3).slice(0, 40) },
  { name: 'Wide', logo: wide },
  { name: 'High', logo: high },
])(
  'whatever name or logo a shop has, its controls fit beside it from 320 px on: $name',
  async (own, { logIn }) => {
    for (const isLoggedIn of [false, true]) {
      if (isLoggedIn) logIn();
      await open('/', own);
      for (const width of [320, 344, 390, 768, 1280]) {
        await page.viewport(width, 800);
        expect(document.documentElement.scrollWidth).toBe(width);
        const parts = header.element().querySelectorAll('a, button, [role="button"]');
        const boxes = [...parts]
          .filter((part) => part.checkVisibility() && !part.closest('search'))
          .map((part) => part.getBoundingClientRect());
        expect(boxes).toHaveLength(isLoggedIn ? 4 : 3);
        let end = 0;
        for (const { left, right } of boxes) {
          expect(left).toBeGreaterThanOrEqual(end);
          end = right;
        }
        expect(end).toBeLessThanOrEqual(width);
      }
    }
  },
);

loggedInTest('an amount is shown whole or not at all', async ({ shop }) => {
  const username = `shopper-${crypto.randomUUID()}`;
  Object.assign(localStorage, { username, token: shop.token, balance: '4987.5' });
  shop.balance = 4987.5;
  await open('/', { name: 'Northern Garden Supply Company of Lübeck' });
  const balance = header.getByText('$4987.50');
  const isShown = () => {
    const [amount, link] = [balance, header.getByRole('link', { name: username })].map((part) =>
      part.element().getBoundingClientRect(),
    );
    return amount !== undefined && link !== undefined && amount.bottom <= link.bottom;
  };
  for (const [width, expected] of [
    [320, false],
    [1280, true],
  ] as const) {
    await page.viewport(width, 800);
    expect(isShown()).toBe(expected);
  }
  expect(balance.element().scrollWidth).toBe(balance.element().clientWidth);
});
