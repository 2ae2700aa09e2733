import { hash } from 'node:crypto';

/** A part of the cache key. Change it when the files of a picture change: the same source then gets a new name. */
const ENCODING = '1';

/** @returns the hash in the name of the picture that is made of this source */
export function hashPicture(source: Buffer): string {
  return hash('sha256', Buffer.concat([Buffer.from(ENCODING), source]), 'hex').slice(0, 32);
}
