/** The end of the session on the server (R2.8). */
import { PLACE, placeOrder, readyToOrder, sneakers } from '../testing/checkout.ts';
import {
  button,
  card,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  fillIn,
  loggedInTest,
  open,
  searchBox,
  toast,
} from '../testing/screen.tsx';

const CHANGE = 'POST /cart';
const ENDED = 'Your session has ended. Log in again.';
const EXPIRED = 'Session expired. Log in again.';

loggedInTest(
  'R2.8: a 401 on placing the order ends the session, and leads to /',
  async ({ shop }) => {
    shop.refuse(PLACE, 401, EXPIRED);
    await readyToOrder(shop);
    await placeOrder().click();
    await expectToast(ENDED, 'error');
    await expectAddress('/');
    expect(sessionStorage.getItem('order')).toBeNull();
  },
);

loggedInTest(
  'R2.8: a late 401 of the previous session does not end the new one',
  async ({ shop }) => {
    shop.refuse(CHANGE, 401, EXPIRED);
    const late = shop.hold(CHANGE);
    await open('/');
    await button('ADD TO CART', card(sneakers.name)).click();
    await expect.element(button('ADDING…', card(sneakers.name))).toBeVisible();
    // Meanwhile the shopper logs in again in another tab.
    shop.answer('GET /cart', { json: [] });
    shop.answer('GET /user/wallet', { json: { balance: 5000 } });
    localStorage.setItem('token', 'of-the-new-session');
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    late.release();
    await expectCount(button('ADDING…'), 0);
    await searchBox().fill('bonsai');
    await expectAddress('/?value=bonsai');
    await expect.element(button('LOGOUT')).toBeVisible();
    await expectCount(toast(), 0);
  },
);

loggedInTest.for([
  ['/account', '/login'],
  ['/checkout', '/'],
] as const)(
  'a logout on %s in another tab leads to %s, says nothing, and is no page to return to',
  async ([address, exit]) => {
    await open(address);
    await expect.element(button('LOGOUT')).toBeVisible();
    localStorage.clear();
    dispatchEvent(new StorageEvent('storage', { key: null }));
    await expectAddress(exit);
    await expectCount(toast(), 0);
    if (exit === '/') await button('LOGIN').click();
    await fillIn({ Username: 'crio-user', Password: 'correct horse' });
    await button('LOGIN TO QKART').click();
    await expectAddress('/');
  },
);
