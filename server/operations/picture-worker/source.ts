import { hash as digest } from 'node:crypto';

/** Change it when the files of a picture change: the same source then gets a new name. */
const RECIPE = '1';

/** Names a picture by the hash of its source. */
export function hashSource(source: Buffer): string {
  return digest('sha256', Buffer.concat([Buffer.from(RECIPE), source]), 'hex').slice(0, 32);
}
