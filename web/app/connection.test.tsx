/** The notice that the browser is offline. */
import { vi } from 'vitest';
import { page } from 'vitest/browser';
import { expect, expectToast, open, test } from '../testing/screen.tsx';

test('look: a notice says that the browser is offline, and then that it is online again', async () => {
  await open('/login');
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  await expect.element(page.getByText('You are offline.')).toBeVisible();
  online.mockRestore();
  dispatchEvent(new Event('online'));
  await expectToast('You are back online.', 'info');
  await expect.element(page.getByText('You are offline.')).not.toBeInTheDocument();
});
