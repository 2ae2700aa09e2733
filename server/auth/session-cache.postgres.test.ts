import { expect, onTestFinished, test } from 'vitest';
import { paths } from '../../contract/paths.ts';
import { hashToken } from '../http/authentication.ts';
import { openStorage } from '../storage/storage.ts';
import { openTestShop } from '../test-shop.ts';
import { keepSessions } from './session-cache.ts';

const shop = await openTestShop();

test('who logs out of one replica is out of the others', async () => {
  const storage = await openStorage({ ...shop.database.options, exclusive: true });
  const replica = keepSessions(storage);
  onTestFinished(async () => {
    await replica.close();
    await storage.close();
  });
  for (let n = 0; n < 3; n++) {
    const shopper = await shop.shopper();
    const find = () => replica.find(hashToken(shopper.token), Date.now());
    expect(await find()).toBe(shopper.userId);
    await shop.call('POST', paths.logout, { as: shopper });
    await expect.poll(find, { timeout: 1_000, interval: 5 }).toBeUndefined();
  }
});
