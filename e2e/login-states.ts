/** The states of the screens /register and /login. */
import { hold } from './network.ts';
import { expect, expectToast, open } from './shop.ts';
import { type State, visitor } from './state.ts';

export const loginStates: State[] = [
  visitor('register', 'Register', (page) => open(page, '/register')),
  visitor('register-wrong', 'Register, with a password that is too short', async (page) => {
    await open(page, '/register');
    await page.getByLabel('Username').fill('somebody');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Register Now' }).click();
    await expectToast(page, 'Password must be at least 6 characters');
  }),
  visitor('login', 'Login', (page) => open(page, '/login')),
  visitor('login-pending', 'Login, on its way', async (page) => {
    await hold(page, 'POST /auth/login');
    await open(page, '/login');
    await page.getByLabel('Username').fill('somebody');
    await page.getByLabel('Password', { exact: true }).fill('something');
    await page.getByRole('button', { name: 'LOGIN TO QKART' }).click();
    await expect(page.getByText('Logging in')).toBeAttached();
  }),
  visitor('login-recovery', 'A new password by a recovery code', (page) =>
    open(page, '/login?recovery=1'),
  ),
];
