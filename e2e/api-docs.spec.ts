/** The page of the API's documentation. Its Content-Security-Policy allows only its own script and style. */
import { expect, test } from './shop.ts';

// The library tries to set a style attribute, which the policy blocks. The page does not need it.
test.use({ mayFail: /Applying inline style violates .* 'style-src 'self''/ });

test('every call can be read there, and it loads nothing from elsewhere', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Shop API' })).toBeVisible();
  await page.getByText('Open an account').click();
  await expect(page.getByText('Username is a required field').first()).toBeVisible();
  await expect(page.getByText('Refusal-Code').first()).toBeVisible();
});
