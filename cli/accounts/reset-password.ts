import { randomInt } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { resetPassword } from '../../server/operations/accounts/access.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { naming } from '../naming.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

/** Lower case without characters that look alike, so that a password can be read out on the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Characters; 16 of them have 79 random bits. */
const RANDOM_LENGTH = 16;

export async function run(name: string, { stdin }: { stdin?: true }): Promise<void> {
  const password = stdin ? await readPassword() : randomPassword();
  const { username, endedSessions } = await naming(
    `account ${toVisibleJson(name)}`,
    withShop((services) => resetPassword(services, name, password)),
  );
  // The standard output contains only the password, for scripts.
  process.stderr.write(
    `${toVisibleJson(username)} has a new password; ended ${count(endedSessions, 'session')}.\n`,
  );
  if (!stdin) process.stdout.write(`${password}\n`);
}

function randomPassword(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Reads the input to its end, and removes the final line break. */
async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}
