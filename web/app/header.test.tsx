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
    await expect.element(header).toMatchTextContent(`${shop.username}Wallet: $5000`);
    answering.release();
    await expect.element(header).toMatchTextContent(`${shop.username}Wallet: $17.25`);
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
