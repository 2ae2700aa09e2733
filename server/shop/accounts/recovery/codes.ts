/** Recovery codes: `7KQ2-M9XD-04TN-Z8RC-H5VB-2WJE`. */
import { randomBytes } from 'node:crypto';
import { BASE32, readBase32 } from '../../base32.ts';

/** 24 letters of 5 bits: 120 random bits, so that a hash that is quick to compute keeps them secret. */
const LENGTH = 24;
const GROUP_LENGTH = 4;

/** @returns the code as it is hashed, without its hyphens */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32, so all letters are equally likely.
  return Array.from(randomBytes(LENGTH), (byte) => BASE32.charAt(byte % BASE32.length)).join('');
}

export function formatRecoveryCode(code: string): string {
  return (code.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-');
}

/** @returns the code as it is hashed; undefined if the text can be none */
export function readRecoveryCode(text: string): string | undefined {
  const code = readBase32(text);
  return code?.length === LENGTH ? code : undefined;
}
