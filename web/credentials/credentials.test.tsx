/** Register and login: their checks, requests and failures (R2.2, R3). */
import { page, userEvent } from 'vitest/browser';
import { CHECK } from '../testing/api.ts';
import { stopClock } from '../testing/clock.ts';
import {
  button,
  expect,
  expectAddress,
  expectCount,
  expectToast,
  field,
  fillIn,
  goTo,
  open,
  pressQuickly,
  test,
} from '../testing/screen.tsx';

const GENERIC = `Something went wrong. ${CHECK}`;

const login = {
  path: '/login',
  call: 'POST /auth/login',
  submit: 'LOGIN TO QKART',
  busy: 'Logging in',
  success: 'Logged in successfully',
  next: '/',
  fields: { Username: 'crio-user', Password: 'correct horse' },
};
const register = {
  path: '/register',
  call: 'POST /auth/register',
  submit: 'Register Now',
  busy: 'Registering',
  success: 'Registered Successfully',
  next: '/login',
  fields: { ...login.fields, 'Confirm Password': 'correct horse' },
};
const forms = [login, register];

async function send(form: typeof login): Promise<void> {
  await open(form.path);
  await fillIn(form.fields);
  await button(form.submit).click();
}

const USERNAME_REQUIRED = ['Username', 'Username is a required field'];
const USERNAME_SHORT = ['Username', 'Username must be at least 6 characters'];
const PASSWORD_REQUIRED = ['Password', 'Password is a required field'];
const PASSWORD_SHORT = ['Password', 'Password must be at least 6 characters'];
const DIFFERENT = ['Confirm Password', 'Passwords do not match'];

/** Each row breaks a rule and all later ones. */
const violations = [
  ['5.1', ['', '', 'x'], USERNAME_REQUIRED],
  ['5.2', ['crio', '', 'x'], USERNAME_SHORT],
  ['5.1', ['   ', 'short', 'x'], USERNAME_REQUIRED],
  ['5.3', ['crio-user', '', 'x'], PASSWORD_REQUIRED],
  ['5.4', ['crio-user', 'short', 'x'], PASSWORD_SHORT],
  ['5.5', ['crio-user', 'long enough', 'x'], DIFFERENT],
  ['5.3', ['crio-user', '', ''], PASSWORD_REQUIRED],
  ['5.5', ['crio-user', 'long enough', ''], DIFFERENT],
] as const;

test.for(forms)(
  'R3.1, $path: the first rule that is broken is the only toast and marks its field; no call is made',
  async (form, { shop }) => {
    const calls = shop.watch(form.call);
    await open(form.path);
    for (const [rule, texts, [marked = '', message = '']] of violations) {
      if (rule === '5.5' && form === login) continue;
      const typed = Object.keys(form.fields).map((label, i) => [label, texts[i] ?? '']);
      await fillIn(Object.fromEntries(typed));
      await button(form.submit).click();
      await expectToast(message, 'warning');
      await expect.element(field(marked)).toHaveFocus();
      await expect.element(field(marked)).toHaveAttribute('aria-invalid', 'true');
      expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
    }
    expect(calls).toEqual([]);
  },
);

test('R3.4: heading, labelled fields, the hint of 6 characters, and links to each other', async () => {
  await open('/login');
  await expect.element(page.getByRole('heading', { name: /^Login$/ })).toBeVisible();
  await expect.element(field('Username')).toBeVisible();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Register now' }).click();
  await expectAddress('/register');
  await expect.element(page.getByRole('heading', { name: /^Register$/ })).toBeVisible();
  await expect
    .element(page.getByText('Your account has a wallet, from which you pay.'))
    .toBeVisible();
  await expect.element(field('Username')).toBeVisible();
  await expect.element(field('Password')).toHaveAttribute('type', 'password');
  await expect.element(field('Password')).toHaveAccessibleDescription(/at least 6 characters/);
  await expect.element(field('Confirm Password')).toHaveAttribute('type', 'password');
  await page.getByRole('link', { name: 'Login here' }).click();
  await expectAddress('/login');
});

test.for(forms)(
  'R3.4, $path: a spinner replaces the button until the next screen is shown',
  async (form, { shop }) => {
    const answering = shop.hold(form.call);
    await send(form);
    await expect.element(page.getByRole('main').getByRole('status')).toHaveTextContent(form.busy);
    await expectCount(button(form.submit), 0);
    let isButtonBack = false;
    const observer = new MutationObserver(() => {
      isButtonBack ||= button(form.submit).elements().length > 0;
    });
    observer.observe(document.body, { childList: true, subtree: true });
    answering.release();
    await expectToast(form.success, 'success');
    await expectAddress(form.next);
    observer.disconnect();
    expect(isButtonBack).toBe(false);
  },
);

test.for(forms)(
  'known defects, $path: two quick submits send one request',
  async (form, { shop }) => {
    const calls = shop.watch(form.call);
    await open(form.path);
    await fillIn(form.fields);
    await pressQuickly(button(form.submit), 2);
    await expectAddress(form.next);
    expect(calls).toHaveLength(1);
  },
);

test.for(forms)(
  'R3.1, $path: Enter submits, and only username and password are sent',
  async (form, { shop }) => {
    const calls = shop.watch(form.call);
    await open(form.path);
    await fillIn(form.fields);
    await userEvent.keyboard('{Enter}');
    await expectAddress(form.next);
    expect(calls.map(({ body }) => body)).toEqual([
      { username: 'crio-user', password: 'correct horse' },
    ]);
  },
);

test.for(
  forms.flatMap((form) => [
    { ...form, status: 400, body: '{"message":"Not like this."}', says: 'Not like this.' },
    { ...form, status: 503, body: '{"message":"The shop is busy."}', says: 'The shop is busy.' },
    { ...form, status: 201, body: '<h1>Hello</h1>', says: GENERIC },
    { ...form, status: 0, body: 'no response', says: GENERIC },
  ]),
)('R2.2, $path: $status $body shows $says', async ({ status, body, says, ...form }, { shop }) => {
  if (status === 0) shop.cutOff(form.call);
  else shop.answer(form.call, { status, body });
  await send(form);
  await expectToast(says, says === GENERIC ? 'default' : 'error');
  await expect.element(button(form.submit)).toBeVisible();
  await expect.element(field('Username')).toHaveValue('crio-user');
  await expectAddress(form.path);
  expect({ ...localStorage }).toEqual({});
});

test.for([
  { reply: { balance: 1234.5 }, balance: '1234.5' },
  { reply: { balance: 0 }, balance: '0' },
  { reply: {}, balance: '5000' },
])('R7.2: of $reply the balance $balance is stored', async ({ reply, balance }, { shop }) => {
  const session = { username: 'Crio-User', token: shop.token };
  shop.answer(login.call, { status: 201, json: { success: true, ...session, ...reply } });
  // The products ask for the balance, too.
  shop.hold('GET /user/wallet');
  await send(login);
  await expectAddress('/');
  expect({ ...localStorage }).toEqual({ ...session, balance });
});

test.for([
  {
    form: register,
    label: 'Username',
    message: 'Username is already taken',
    code: 'USERNAME_TAKEN',
  },
  {
    form: register,
    label: 'Password',
    message: 'Choose a password that is harder to guess',
    code: 'PASSWORD_GUESSABLE',
  },
  {
    form: login,
    label: 'Password',
    message: 'Username or password is incorrect',
    code: 'CREDENTIALS_WRONG',
  },
] as const)(
  'a refusal of $form.path marks its field, with text that stays',
  async ({ form, label, message, code }, { shop }) => {
    shop.refuse(form.call, 400, message, { code });
    await send(form);
    await expectToast(message, 'error');
    await expect.element(field(label)).toHaveFocus();
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByRole('main').getByText(message, { exact: true })).toBeVisible();
  },
);

test('after too many failed logins, the form says until when', async ({ shop }) => {
  shop.answer(login.call, {
    status: 429,
    headers: { 'retry-after': '90' },
    json: { success: false, message: 'Too many failed logins. Try again later.' },
  });
  await open(login.path);
  await fillIn(login.fields);
  const clock = stopClock();
  await button(login.submit).click();
  const pause = page.getByRole('main').getByText('You can try again at');
  await expect
    .element(pause)
    .toMatchTextContent(/^Too many failed logins. .* at \d+:\d\d [AP]M\.$/);
  await expect.element(button(login.submit)).toHaveAccessibleDescription(/You can try again at/);
  clock.advance(89_000);
  await expectCount(pause, 1);
  clock.advance(1_000);
  await expectCount(pause, 0);
});

test('R3.5: a login leads back to the list from which it was reached', async () => {
  await open('/?category=Garden');
  await button('LOGIN').click();
  await fillIn(login.fields);
  await button(login.submit).click();
  await expectAddress('/?category=Garden');
});

test('back skips the forms of a registration and a login that are done', async () => {
  await open('/?category=Garden');
  await goTo('/');
  await button('REGISTER').click();
  await fillIn(register.fields);
  await button(register.submit).click();
  await expectAddress('/login');
  await fillIn(login.fields);
  await button(login.submit).click();
  await expectAddress('/');
  for (const address of ['/', '/?category=Garden']) {
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
    await expectAddress(address);
  }
});

test.for(['/orders?invoice=2026-000001', '/account'])(
  'R3.5: a login leads back to %s, which asked for it',
  async (address) => {
    await open(address);
    await expectAddress('/login');
    await fillIn(login.fields);
    await button(login.submit).click();
    await expectAddress(address);
  },
);

test('after registering, the login knows the name', async () => {
  await send(register);
  await expectAddress('/login');
  await expect.element(field('Username')).toHaveValue(register.fields.Username);
  await expect.element(field('Password')).toHaveFocus();
});

test('a late login does not lead away from a screen that was opened meanwhile', async ({
  shop,
}) => {
  const answering = shop.hold(login.call);
  await send(login);
  await button('Back to explore').click();
  await expectAddress('/');
  await goTo('/?category=Garden');
  answering.release();
  await expectToast(login.success, 'success');
  await expectAddress('/?category=Garden');
  await expect.element(button('LOGOUT')).toBeVisible();
});

test('R7.2: a backend that sends only a token is enough', async ({ shop }) => {
  shop.answer(login.call, { json: { token: shop.token } });
  await send(login);
  await expect.element(page.getByRole('banner')).toMatchTextContent('crio-user');
});

test('R3.6: registering stores nothing', async () => {
  await send(register);
  await expectAddress('/login');
  expect({ ...localStorage }).toEqual({});
});

test('the button that shows a password is as large as a finger, and named by its text', async () => {
  await page.viewport(320, 568);
  await open('/login');
  expect(button('Show password').element().getBoundingClientRect().height).toBe(44);
  await button('Show password').click();
  await expect.element(button('Hide password')).toHaveTextContent('Hide');
  await expect.element(field('Password')).toHaveAttribute('type', 'text');
  await button('Hide password').click();
  await expect.element(button('Show password')).toHaveTextContent('Show');
});
