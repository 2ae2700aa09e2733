/** Register (spec 2, spec 5, spec 8). */
import { expectMarked, field, fillIn } from './forms.ts';
import { answer, cutOff, hold, refuse, watch } from './network.ts';
import { expect, expectToast, open, pressQuickly, stored, test } from './shop.ts';

const REGISTER = 'POST /auth/register';
const GENERIC =
  'Something went wrong. Check that the backend is running, reachable and returns valid JSON.';

const newName = () => `shopper-${crypto.randomUUID()}`;
const valid = (username = newName()) => ({
  Username: username,
  Password: 'correct horse',
  'Confirm Password': 'correct horse',
});

/** The typed texts break the named rule and all later ones. */
const validations = [
  ['5.1', ['', '', 'x'], 'Username', 'Username is a required field'],
  ['5.2', ['crio', '', 'x'], 'Username', 'Username must be at least 6 characters'],
  ['5.1', ['   ', 'short', 'x'], 'Username', 'Username is a required field'],
  ['5.3', ['crio-user', '', 'x'], 'Password', 'Password is a required field'],
  ['5.4', ['crio-user', 'short', 'x'], 'Password', 'Password must be at least 6 characters'],
  ['5.5', ['crio-user', 'long enough', 'x'], 'Confirm Password', 'Passwords do not match'],
  ['5.3', ['crio-user', '', ''], 'Password', 'Password is a required field'],
  ['5.5', ['crio-user', 'long enough', ''], 'Confirm Password', 'Passwords do not match'],
] as const;

test('spec 5.1 to 5.5: the first rule that is broken is the only toast, marks its field, and no call is made @phone', async ({
  page,
}) => {
  const calls = watch(page, REGISTER);
  await open(page, '/register');
  for (const [rule, [username, password, confirmation], marked, message] of validations) {
    await test.step(`spec ${rule}: "${username}", "${password}", "${confirmation}"`, async () => {
      await fillIn(page, {
        Username: username,
        Password: password,
        'Confirm Password': confirmation,
      });
      await page.getByRole('button', { name: 'Register Now' }).click();
      await expectToast(page, message, 'warning');
      await expectMarked(page, marked);
    });
  }
  expect(calls).toEqual([]);
});

test('spec 2, register: heading, labelled fields, the hint of 6 characters, and a link to login', async ({
  page,
}) => {
  await open(page, '/register');
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  await expect(field(page, 'Username')).toBeVisible();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/at least 6 characters/);
  await expect(field(page, 'Confirm Password')).toHaveAttribute('type', 'password');
  await page.getByRole('main').getByRole('link', { name: 'Login here' }).click();
  await expect(page).toHaveURL('/login');
});

test('spec 4: success says so, leads to /login and stores nothing @core', async ({ page }) => {
  await open(page, '/register');
  await fillIn(page, valid());
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, 'Registered Successfully', 'success');
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({});
});

test('spec 3: the confirmation is not sent', async ({ page }) => {
  const calls = watch(page, REGISTER);
  const username = newName();
  await open(page, '/register');
  await fillIn(page, valid(username));
  await field(page, 'Confirm Password').press('Enter');
  await expect(page).toHaveURL('/login');
  expect(calls.map((request) => request.postDataJSON())).toEqual([
    { username, password: 'correct horse' },
  ]);
});

test('spec 2, register: a spinner replaces the button while the request runs', async ({ page }) => {
  const answering = await hold(page, REGISTER);
  await open(page, '/register');
  await fillIn(page, valid());
  const button = page.getByRole('button', { name: 'Register Now' });
  await button.click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Registering');
  await expect(button).toHaveCount(0);
  answering.release();
  await expect(page).toHaveURL('/login');
});

test('spec 8: the message of a refused registration is an error toast, and the button is back', async ({
  page,
  shopper,
}) => {
  await open(page, '/register');
  await fillIn(page, valid(shopper.username.toUpperCase()));
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, 'Username is already taken', 'error');
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('button', { name: 'Register Now' })).toBeVisible();
  await expect(field(page, 'Username')).toHaveValue(shopper.username.toUpperCase());
});

test('spec 8: whatever the status, the message is the server’s', async ({ page }) => {
  await refuse(page, REGISTER, 503, 'The shop is busy. Try again in a moment.');
  await open(page, '/register');
  await fillIn(page, valid());
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, 'The shop is busy. Try again in a moment.', 'error');
});

test('spec 8: without a response the generic message is a default toast', async ({ page }) => {
  await cutOff(page, REGISTER);
  await open(page, '/register');
  await fillIn(page, valid());
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, GENERIC, 'default');
  await expect(page).toHaveURL('/register');
});

test('spec 8: a reply that is not JSON counts as none', async ({ page }) => {
  await answer(page, REGISTER, { status: 201, contentType: 'text/html', body: '<h1>Hello</h1>' });
  await open(page, '/register');
  await fillIn(page, valid());
  await page.getByRole('button', { name: 'Register Now' }).click();
  await expectToast(page, GENERIC, 'default');
});

test('known defects: two quick submits register once', async ({ page }) => {
  const calls = watch(page, REGISTER);
  await open(page, '/register');
  await fillIn(page, valid());
  await pressQuickly(page.getByRole('button', { name: 'Register Now' }), 2);
  await expectToast(page, 'Registered Successfully');
  expect(calls).toHaveLength(1);
});
