/**
 * Password hashes: argon2id in the PHC string format, computed on Node's thread pool.
 * Parameters: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createConcurrencyLimiter } from '../../platform/queues/concurrency-limiter.ts';

const derive = promisify(argon2);
/** Leaves a core to the event loop, and one of Node's four threads to files and compression. */
const CONCURRENCY = Math.min(3, Math.max(1, availableParallelism() - 1));
/**
 * A hash takes about 30 ms: a full queue of logins is three seconds of work while the others are full, too. A client that
 * sends one request waits for a fraction of it, because networks take turns.
 */
const limitConcurrency = createConcurrencyLimiter({
  concurrency: CONCURRENCY,
  queueMax: {
    knownDevices: 30 * CONCURRENCY,
    logins: 40 * CONCURRENCY,
    registrations: 10 * CONCURRENCY,
  },
  turns: ['knownDevices', 'logins', 'knownDevices', 'logins', 'registrations'],
});

/** Parameters of new hashes. A stored hash names its own. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** @throws Refusal OVERLOADED if the queue is full */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await limitConcurrency('registrations', () =>
    derive('argon2id', {
      message: password,
      nonce: salt,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  );
  return toPhc(salt, tag);
}

/**
 * @throws Refusal OVERLOADED if the queue is full
 * @throws Error if `hash` is malformed: the database is damaged
 */
export async function verifyPassword(
  password: string,
  hash: string,
  queue: 'knownDevices' | 'logins',
): Promise<boolean> {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('A password hash is malformed');
  const expected = Buffer.from(tag, 'base64');
  const actual = await limitConcurrency(queue, () =>
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

/** A hash that no password has: checking it takes as long as checking a real one. */
export const decoyHash = toPhc(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

function toPhc(salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
