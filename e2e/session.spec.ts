/** The session in two tabs, and its end on the server (decisions 6, in the browser). */
import { boots, HOME, prepareOrder, selectAddress } from './checkout.ts';
import { hold, refuse, watch } from './network.ts';
import {
  card,
  cartLine,
  cartPanel,
  expect,
  expectToast,
  loggedInTest,
  open,
  searchBox,
  stepper,
  stored,
  test,
  toast,
} from './shop.ts';

const ENDED = 'Your session has ended. Log in again.';

loggedInTest(
  'logging out in one tab logs out the other, which leaves /checkout for / @core',
  async ({ page, context, shopper }) => {
    await prepareOrder(shopper);
    const other = await context.newPage();
    await open(other, '/checkout');
    await selectAddress(other, HOME);
    await open(page, '/');
    await page.getByRole('button', { name: 'LOGOUT' }).click();
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect(other).toHaveURL('/');
    await expect(other.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect(cartPanel(other)).toHaveCount(0);
    await expect(toast(other)).toHaveCount(0);
  },
);

test('logging in in one tab logs in the other @core', async ({ page, context, shopper }) => {
  const other = await context.newPage();
  await open(other, '/');
  await open(page, '/login');
  await page.getByRole('textbox', { name: 'Username' }).fill(shopper.username);
  await page.getByLabel('Password', { exact: true }).fill(shopper.password);
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expect(page).toHaveURL('/');
  await expect(other.getByRole('banner').getByText(shopper.username)).toBeVisible();
  await expect(cartPanel(other)).toContainText('Cart is empty.');
});

loggedInTest(
  'a change of the cart in one tab is seen in the other when it gets the focus @core',
  async ({ page, context }) => {
    const other = await context.newPage();
    await open(other, '/');
    await expect(cartPanel(other)).toContainText('Cart is empty.');
    await open(page, '/');
    await card(page, boots.name).getByRole('button').click();
    await expect(cartLine(page, boots.name)).toBeVisible();
    // Fire the event of a change to this tab, because in this browser every tab always has the focus.
    await other.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(stepper(cartLine(other, boots.name))).toHaveText('1');
  },
);

loggedInTest(
  'an order placed in one tab reduces the balance that the other shows @core',
  async ({ page, context, shopper }) => {
    await prepareOrder(shopper);
    const other = await context.newPage();
    await open(other, '/thanks');
    await expect(other.getByText('Wallet balance: $5000')).toBeVisible();
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expect(page).toHaveURL('/thanks');
    await expect(other.getByText('Wallet balance: $4722')).toBeVisible();
  },
);

loggedInTest(
  'decisions 6: a 401 ends the session, says so, and stays on a screen for visitors @core',
  async ({ page, shopper }) => {
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
    await shopper.send('POST /auth/logout');
    await card(page, boots.name).getByRole('button').click();
    await expectToast(page, ENDED, 'error');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
    await expect(cartPanel(page)).toHaveCount(0);
    expect(await stored(page)).toEqual({});
  },
);

for (const path of ['/', '/checkout']) {
  loggedInTest(
    `decisions 6: an ended session on ${path} shows exactly one message, and leads to /`,
    async ({ page, shopper }) => {
      await shopper.send('POST /auth/logout');
      const said: string[] = [];
      await page.exposeFunction('hear', (text: string) => said.push(text));
      await page.addInitScript(() => {
        const hear = (text: string) =>
          (window as unknown as { hear(text: string): void }).hear(text);
        addEventListener('DOMContentLoaded', () => {
          new MutationObserver((records) => {
            for (const { addedNodes } of records) {
              for (const node of addedNodes) {
                if (node instanceof HTMLElement && node.matches('[role="dialog"]')) {
                  hear(node.innerText);
                }
              }
            }
          }).observe(document.body, { childList: true, subtree: true });
        });
      });
      await open(page, path);
      await expectToast(page, ENDED, 'error');
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('button', { name: 'LOGIN' })).toBeVisible();
      await toast(page).hover();
      await toast(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast(page)).toHaveCount(0);
      expect(said).toHaveLength(1);
    },
  );
}

loggedInTest(
  'decisions 6: a 401 on placing the order ends the session, and nothing is ordered',
  async ({ page, shopper }) => {
    await prepareOrder(shopper);
    await open(page, '/checkout');
    await selectAddress(page, HOME);
    await shopper.send('POST /auth/logout');
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expectToast(page, ENDED, 'error');
    await expect(page).toHaveURL('/');
  },
);

loggedInTest(
  'decisions 6: a late 401 of the previous session does not end the new one',
  async ({ page, shopper }) => {
    await refuse(page, 'POST /cart', 401, 'Session expired. Log in again.');
    const late = await hold(page, 'POST /cart');
    await open(page, '/');
    await expect(cartPanel(page)).toBeVisible();
    const answered = page.waitForResponse((response) => response.status() === 401);
    await card(page, boots.name).getByRole('button').click();
    // Meanwhile the shopper logs in again in another tab.
    const { username, password } = shopper;
    const login = await shopper.send('POST /auth/login', { username, password });
    await page.evaluate(
      (token) => {
        localStorage.setItem('token', token);
        dispatchEvent(new StorageEvent('storage'));
      },
      (await login.json()).token,
    );
    late.release();
    await answered;
    await searchBox(page).fill('guitar');
    await expect(page).toHaveURL('/?value=guitar');
    await expect(page.getByRole('button', { name: 'LOGOUT' })).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
  },
);

loggedInTest('a stored balance that is not a number counts as none', async ({ page, shopper }) => {
  await prepareOrder(shopper);
  await page.addInitScript(() => localStorage.setItem('balance', 'a lot'));
  const calls = watch(page, 'POST /cart/checkout');
  await open(page, '/checkout');
  await expect(page.getByText('Pay $278 of available $0')).toBeVisible();
  await selectAddress(page, HOME);
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expectToast(page, 'Not have enough balance');
  expect(calls).toEqual([]);
});
