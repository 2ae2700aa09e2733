import { randomInt } from 'node:crypto';
import { resetPassword } from '../../server/operations/accounts/access.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { reasonOf } from '../../server/platform/storage/errors.ts';
import { DoneInPart } from '../errors.ts';
import { readText } from '../input.ts';
import { naming } from '../naming.ts';
import { count } from '../numbers.ts';
import { withShop } from '../shop.ts';

/** Lower case without characters that look alike, so that a password can be read out on the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** More than any password has. */
const INPUT_MAX_BYTES = 10_000;
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
  if (!stdin) await print(password, username);
}

/** @throws DoneInPart if nobody can read it */
function print(password: string, username: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${password}\n`, (error) => {
      if (error === undefined || error === null) return resolve();
      const lost = `The password of ${toVisibleJson(username)} is changed, but could not be printed`;
      reject(new DoneInPart(`${lost} (${reasonOf(error)}): repeat the command.`));
    });
  });
}

function randomPassword(): string {
  return Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Reads the input to its end, and removes a byte order mark and the final line break. @throws OperatorError */
async function readPassword(): Promise<string> {
  const text = await readText('-', INPUT_MAX_BYTES);
  return text.replace(/^\ufeff/, '').replace(/\r?\n$/, '');
}
