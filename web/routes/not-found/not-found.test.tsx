/** Which screen an address leads to. */
import { page } from 'vitest/browser';
import { button, expect, expectAddress, goTo, open, test } from '../../testing/screen.tsx';

test('an unknown address within the pages shows a friendly page, which leads home', async () => {
  await open('/');
  await goTo('/no-such-page');
  const heading = page.getByRole('heading', { name: 'This page does not exist' });
  await expect.element(heading).toBeVisible();
  expect(document.title).toBe('This page does not exist | QKart');
  await button('All products').click();
  await expectAddress('/');
  await expect.element(page.getByRole('article').first()).toBeVisible();
});

test.for(['/LOGIN', '/login/'])('%s shows the same screen as /login', async (path) => {
  await open(path);
  await expect.element(page.getByRole('heading', { name: /^Login$/ })).toBeVisible();
  await expect.element(button('Back to explore')).toBeVisible();
});
