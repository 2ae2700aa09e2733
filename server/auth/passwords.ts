/**
 * Password hashes: argon2id in the PHC string format, made on Node's thread pool.
 * Parameters: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { takingTurns } from './concurrency-limiter.ts';

const derive = promisify(argon2);
/** A core stays with the event loop, and a thread of Node's four with files and compression. */
const AT_ONCE = Math.min(3, Math.max(1, availableParallelism() - 1));
/** For each of those; a second's work or so. Whoever comes then would wait longer than a shopper does. */
const WAITING = 30;
const inTurn = takingTurns({ atOnce: AT_ONCE, waiting: WAITING * AT_ONCE });

/** KiB, passes and lanes of new hashes; old ones keep and name their own. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** @throws Refusal OVERLOADED where too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

async function hash(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: password,
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * @throws Refusal OVERLOADED where too many wait already
 * @throws Error where `hash` isn't one of ours: the database is damaged
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('A password hash is malformed');
  const expected = Buffer.from(tag, 'base64');
  const actual = await inTurn(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(lanes),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(actual, expected);
}

let decoy: Promise<string> | undefined;

/** A hash that no password fits: checking it takes as long as checking a real one. */
export function decoyHash(): Promise<string> {
  // Whatever the queue: it is made once, and a refusal would be kept.
  decoy ??= hash(randomBytes(SALT_BYTES).toString('base64'));
  return decoy;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
