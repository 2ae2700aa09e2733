/** A new password, and the end of sessions. */
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../server/testing/test-shop.ts';
import { runQkart, startQkart } from '../shared/process.testing.ts';
import { openShopWithAccounts } from './accounts.testing.ts';

const { shop, accounts, login, statusOfCart } = await openShopWithAccounts();

describe('reset-password', () => {
  test('prints a random password, with which the shopper logs in, and ends all sessions', async () => {
    const shopper = await shop.shopper();
    expect(await statusOfCart(shopper)).toBe(200);
    const { stdout, stderr } = await accounts('reset-password', shopper.username);
    expect(stderr).toBe(`"${shopper.username}" has a new password; ended 1 session.\n`);
    expect(stdout).toMatch(/^[a-z2-9]{16}\n$/);
    expect(await statusOfCart(shopper)).toBe(401);
    expect((await login(shopper, PASSWORD)).statusCode).toBe(400);
    expect((await login(shopper, stdout.trim())).statusCode).toBe(201);
  });

  test('--stdin reads the password, and prints none; one that is too short is refused', async () => {
    const shopper = await shop.shopper();
    const words = ['accounts', 'reset-password', shopper.username, '--stdin'];
    const { env } = shop.database;
    expect(await runQkart(words, env, 'short')).toEqual({
      code: 1,
      stdout: '',
      stderr: `Password must be at least 6 characters (account "${shopper.username}").\nNothing was changed.\n`,
    });
    const child = startQkart(words, env);
    child.stdin?.end('from a file \n');
    expect(await child.outcome).toMatchObject({ code: 0, stdout: '' });
    expect((await login(shopper, 'from a file ')).statusCode).toBe(201);
  });
});

test('reset-password --stdin refuses a password that is not UTF-8, and one in UTF-16', async () => {
  const shopper = await shop.shopper();
  const words = ['accounts', 'reset-password', shopper.username, '--stdin'];
  for (const bytes of [
    Buffer.from('Stra\xdfe 12\n', 'latin1'),
    Buffer.from('Strasse 12\n', 'utf16le'),
  ]) {
    const child = startQkart(words, shop.database.env);
    child.stdin?.end(bytes);
    expect(await child.outcome).toEqual({
      code: 1,
      stdout: '',
      stderr: 'standard input is not UTF-8 text.\nNothing was changed.\n',
    });
  }
  expect((await login(shopper, PASSWORD)).statusCode).toBe(201);
});

test('reset-password whose output nobody reads: the password is changed, and lost', async () => {
  const shopper = await shop.shopper();
  // Starts the command once the other end of its output is closed.
  const untilClosed = 'trap "" PIPE; while echo; do :; done 2>/dev/null';
  const script = `{ ${untilClosed}; "$@"; echo "exit code $?" >&2; } | true`;
  const words = ['accounts', 'reset-password', shopper.username];
  const launcher = ['sh', '-c', script, 'sh'];
  const { stderr } = await startQkart(words, shop.database.env, { launcher }).outcome;
  expect(stderr).toContain(
    `The password of "${shopper.username}" is changed, but could not be printed (`,
  );
  expect(stderr).toContain('repeat the command.\nexit code 3\n');
});

test('end-sessions: the running shop refuses the tokens at once', async () => {
  const shopper = await shop.shopper();
  expect(await statusOfCart(shopper)).toBe(200);
  const stdout = `Ended 1 session of "${shopper.username}".\n`;
  expect(await accounts('end-sessions', shopper.username)).toEqual({ code: 0, stdout, stderr: '' });
  expect(await statusOfCart(shopper)).toBe(401);
});
