import { expect, test } from 'vitest';
import { openTestShop } from '../../testing/test-shop.ts';
import { stubPages } from './stub-pages.testing.ts';
import { changePasswordPath } from './well-known.ts';

const shop = await openTestShop({ pages: stubPages() });

test('password managers are led to the account, whatever parameters they send', async () => {
  for (const path of [changePasswordPath, `${changePasswordPath}?next=https://other.example`]) {
    const { statusCode, headers } = await shop.call('GET', path);
    expect([statusCode, headers.location]).toEqual([302, '/account']);
  }
});
