/** The data about a person, and its erasure. */
import { expect, test } from 'vitest';
import { openShopWithAccounts } from './accounts.testing.ts';

const { shop, accounts, statusOfCart } = await openShopWithAccounts();

test('export prints all data about a person', async () => {
  const { userId, username } = await shop.shopper();
  expect(JSON.parse((await accounts('export', username)).stdout)).toMatchObject({
    account: { id: userId, username },
    wallet: { balance: 5_000 },
  });
});

test('erase asks before it removes a person, or takes --yes', async () => {
  const shopper = await shop.shopper();
  expect(await accounts('erase', shopper.username)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Add --yes: nobody can be asked here.\nNothing was changed.\n',
  });
  expect(await statusOfCart(shopper)).toBe(200);
  expect(await accounts('erase', shopper.username, '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr: `"${shopper.username}" has $5000: add --paid-out if you have paid it out, or --forfeit to book it as income.\nNothing was changed.\n`,
  });
  const { stdout } = await accounts('erase', shopper.username, '--yes', '--paid-out');
  const sentence = `^Erased "${shopper.username}"\\. The orders are those of erased-[0-9a-f]{16} now\\. \\$5000 left the wallet\\.\\n$`;
  expect(stdout).toMatch(new RegExp(sentence));
  expect(await statusOfCart(shopper)).toBe(401);
});
