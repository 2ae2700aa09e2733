/** Login (spec 2, spec 4, spec 5, spec 8). */
import { expectMarked, field, fillIn } from './forms.ts';
import { answer, cutOff, hold, holdFiles, watch } from './network.ts';
import { expect, expectToast, open, pressQuickly, stored, test } from './shop.ts';

const LOGIN = 'POST /auth/login';
const GENERIC =
  'Something went wrong. Check that the backend is running, reachable and returns valid JSON.';

/** Each pair of texts breaks the named rule and all later ones. */
const validations = [
  ['5.1', ['', ''], 'Username', 'Username is a required field'],
  ['5.2', ['crio', ''], 'Username', 'Username must be at least 6 characters'],
  ['5.1', ['   ', 'short'], 'Username', 'Username is a required field'],
  ['5.3', ['crio-user', ''], 'Password', 'Password is a required field'],
  ['5.4', ['crio-user', 'short'], 'Password', 'Password must be at least 6 characters'],
] as const;

test('spec 5.1 to 5.4: the first rule that is broken is the only toast, marks its field, and no call is made', async ({
  page,
}) => {
  const calls = watch(page, LOGIN);
  await open(page, '/login');
  for (const [rule, [username, password], marked, message] of validations) {
    await test.step(`spec ${rule}: "${username}", "${password}"`, async () => {
      await fillIn(page, { Username: username, Password: password });
      await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
      await expectToast(page, message, 'warning');
      await expectMarked(page, marked);
    });
  }
  expect(calls).toEqual([]);
});

test('spec 2, login: heading, labelled fields, and a link to register', async ({ page }) => {
  await open(page, '/login');
  await expect(page.getByRole('heading', { name: 'Login', exact: true })).toBeVisible();
  await expect(field(page, 'Username')).toBeVisible();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  await page.getByRole('main').getByRole('link', { name: 'Register now' }).click();
  await expect(page).toHaveURL('/register');
});

test('spec 4: success says so, leads to / and stores exactly username, token and balance @core', async ({
  page,
  shopper,
}) => {
  await open(page, '/login');
  await fillIn(page, {
    Username: ` ${shopper.username.toUpperCase()} `,
    Password: shopper.password,
  });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Logged in successfully', 'success');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByText(shopper.username)).toBeVisible();
  expect(await stored(page)).toEqual({
    username: shopper.username,
    token: expect.stringMatching(/^[\w-]{43}$/),
    balance: '5000',
  });
  expect(await page.evaluate(() => [sessionStorage.getItem('token'), document.cookie])).toEqual([
    null,
    '',
  ]);
});

test('decisions, the wallet is the server’s: its balance is stored, or 5000 if a backend sends none', async ({
  page,
  shopper,
}) => {
  const { username, password, token } = shopper;
  for (const [sent, kept] of [
    [{ balance: 1234.5 }, '1234.5'],
    [{ balance: 0 }, '0'],
    [{}, '5000'],
  ] as const) {
    await page.unrouteAll();
    await answer(page, LOGIN, { status: 201, json: { success: true, token, username, ...sent } });
    await open(page, '/login');
    await fillIn(page, { Username: username, Password: password });
    await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
    await expect(page).toHaveURL('/');
    expect(await stored(page)).toEqual({ username, token, balance: kept });
  }
});

test('decisions, wire contract: a backend that sends only a token is enough', async ({
  page,
  shopper,
}) => {
  const { username, password, token } = shopper;
  await answer(page, LOGIN, { status: 200, json: { token } });
  await open(page, '/login');
  await fillIn(page, { Username: username, Password: password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expect(page.getByRole('banner').getByText(username)).toBeVisible();
});

test('spec 2, login: a spinner replaces the button while it is loading', async ({
  page,
  shopper,
}) => {
  const answering = await hold(page, LOGIN);
  await open(page, '/login');
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  const button = page.getByRole('button', { name: 'LOGIN TO QKART' });
  await button.click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Logging in');
  await expect(button).toHaveCount(0);
  answering.release();
  await expect(page).toHaveURL('/');
});

test('spec 8: the message of a refused login is an error toast', async ({ page, shopper }) => {
  await open(page, '/login');
  await fillIn(page, { Username: shopper.username, Password: 'wrong horse' });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Username or password is incorrect', 'error');
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
});

test('spec 8: without a response the generic message is a default toast', async ({ page }) => {
  await cutOff(page, LOGIN);
  await open(page, '/login');
  await fillIn(page, { Username: 'crio-user', Password: 'correct horse' });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, GENERIC, 'default');
  await expect(page).toHaveURL('/login');
});

test('two quick submits log in once', async ({ page, shopper }) => {
  const calls = watch(page, LOGIN);
  await open(page, '/login');
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await pressQuickly(page.getByRole('button', { name: 'LOGIN TO QKART' }), 2);
  await expect(page).toHaveURL('/');
  expect(calls).toHaveLength(1);
});

test('spec 4: Enter submits, and no address contains the password', async ({ page, shopper }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())));
  await open(page, '/login');
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await field(page, 'Password').press('Enter');
  await expect(page).toHaveURL('/');
  expect(addresses.filter((address) => address.includes(shopper.password))).toEqual([]);
});

test.describe('before the script runs', () => {
  test.use({ javaScriptEnabled: false });

  test('a submit sends the password nowhere', async ({ page }) => {
    const told: string[] = [];
    page.on('request', (request) => told.push(`${request.url()} ${request.postData()}`));
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await fillIn(page, { Username: 'crio-user', Password: 'correct horse' });
      await field(page, 'Password').press('Enter');
      await expect(page.getByRole('main').getByRole('button').last()).toBeDisabled();
      await expect(page.locator('form')).toHaveAttribute('method', 'post');
      await expect(field(page, 'Password')).toHaveValue('correct horse');
      await expect(page).toHaveURL(path);
    }
    expect(told.filter((text) => /correct.horse/.test(text))).toEqual([]);
  });
});

test('the spinner stays until the next screen is shown', async ({ page, shopper }) => {
  await open(page, '/login');
  const files = await holdFiles(page, '**/assets/*.js');
  await fillIn(page, { Username: shopper.username, Password: shopper.password });
  await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
  await expectToast(page, 'Logged in successfully', 'success');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'LOGIN TO QKART' })).toHaveCount(0);
  await expect(page.getByText('Logging in', { exact: true })).toBeAttached();
  files.release();
  await expect(page).toHaveURL('/');
});

test('the accessible name of the button that shows a password is its text', async ({ page }) => {
  await open(page, '/login');
  await page.getByRole('button', { name: 'Show password' }).click();
  const hide = page.getByRole('button', { name: 'Hide password' });
  await expect(hide).toHaveText('Hide');
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  await hide.click();
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveText('Show');
});
