/** Products, names, addresses and searches that contain scripts. The screens show them as text. */
import { page, userEvent } from 'vitest/browser';
import type { Product } from '../../../contract/catalogue.ts';
import {
  test as base,
  button,
  card,
  cartPanel,
  expect,
  expectAddress,
  expectToast,
  open,
  searchBox,
} from '../../testing/screen.tsx';

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

const products = hostile.map(
  (text, i): Product => ({
    _id: `hostile-${i}`,
    name: text,
    category: text,
    cost: 10,
    rating: 4,
    image: `/pictures/x.webp?${encodeURIComponent(text)}`,
  }),
);

/** A test that fails if a script ran. No policy of the server stops one here. */
const test = base.extend<{ noScript: undefined }>({
  noScript: [
    async ({ shop }, use) => {
      const ran: string[] = [];
      Object.assign(window, { hacked: () => ran.push('a script ran') });
      shop.products = products;
      await use(undefined);
      expect(ran).toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects that no text became an element. */
function expectNoMarkup(): void {
  const injected =
    'img[src="x"], svg[onload], [onerror], [onmouseover], [href^="javascript:"], main script:not([type])';
  expect([...document.querySelectorAll(injected)]).toEqual([]);
}

test('a typed text and its suggestions are text', async () => {
  await open('/');
  for (const text of [IMG, SCRIPT, SVG]) {
    await searchBox().fill(text);
    await expect.element(page.getByRole('option').first()).toBeVisible();
    expectNoMarkup();
    await userEvent.keyboard('{Enter}');
    await expect.element(card(text)).toBeVisible();
    expectNoMarkup();
  }
});

test('a name, addresses, the cart, an order and its receipt are text', async ({ shop }) => {
  for (const product of products) shop.putInCart(product);
  for (const text of hostile) shop.saveAddress(text);
  Object.assign(localStorage, { username: IMG, token: shop.token, balance: '5000' });
  await open('/');
  await expect.element(page.getByRole('banner').getByText(IMG)).toBeVisible();
  await expect.element(cartPanel().getByText(SVG)).toBeVisible();
  expectNoMarkup();

  await button('Checkout').click();
  for (const text of hostile) {
    await expect.element(page.getByRole('radio', { name: text, exact: true })).toBeVisible();
  }
  expectNoMarkup();
  await page.getByRole('radio', { name: SCRIPT, exact: true }).click();
  await button('PLACE ORDER').click();

  await expectAddress('/thanks');
  const receipt = page.getByRole('region', { name: 'Your order' });
  await expect.element(receipt).toMatchTextContent(`${SVG}$10`);
  expectNoMarkup();
});

test('replies of another backend are text: its messages and addresses of pictures', async ({
  shop,
  logIn,
}) => {
  logIn();
  const images = [
    'data:text/html,<script>hacked()</script>',
    'http://[',
    '//',
    '"onerror="hacked()',
    'javascript:hacked()',
  ];
  shop.products = images.map((image, i) => ({
    ...{ _id: `other-${i}`, name: `Other ${i}`, category: SVG },
    ...{ cost: 10, rating: 4, image },
  }));
  shop.refuse('POST /cart', 400, SVG);
  await open('/');
  await button('ADD TO CART', card('Other 2')).click();
  await expectToast(SVG, 'error');
  expectNoMarkup();
});
