/** Recovery codes: `7KQ2-M9XD-04TN-Z8RC-H5VB-2WJE-9F`. They are read by `readBase32`. */
import { randomBytes } from 'node:crypto';
import { BASE32 } from '../../base32.ts';

/** 26 letters of 5 bits: 130 random bits, which nobody guesses, and whose quick hash keeps them secret. */
const LENGTH = 26;
const GROUP = /.{1,4}/g;

/** @returns the code as it is hashed, without its hyphens */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32, so all letters are equally likely.
  return Array.from(randomBytes(LENGTH), (byte) => BASE32.charAt(byte % BASE32.length)).join('');
}

export function formatRecoveryCode(code: string): string {
  return (code.match(GROUP) ?? []).join('-');
}
