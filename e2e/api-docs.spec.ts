/** The page that shows the API: its policy lets it draw itself, and nothing else. */
import { expect, test } from './shop.ts';

// The library would like to style an element by an attribute, and does without.
test.use({ mayFail: /Applying inline style violates .* 'style-src 'self''/ });

test('every call can be read there, and it loads nothing from elsewhere', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'QKart' })).toBeVisible();
  await page.getByText('Open an account').click();
  await expect(
    page.getByText('The request was refused or failed; the message is for people').first(),
  ).toBeVisible();
});
