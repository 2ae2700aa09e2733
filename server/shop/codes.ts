/** Codes that people read and type, in Crockford's Base32: no I, L, O or U. */
import { hash, randomBytes } from 'node:crypto';

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Letters that look like a digit are read as the digit.
 * @returns the text in capitals, without spaces and hyphens; undefined if it has another character
 */
export function readBase32(text: string): string | undefined {
  const letters = text
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return [...letters].every((letter) => BASE32.includes(letter)) ? letters : undefined;
}

/** Letters and bytes of an order number, like `20EB-50A9` (R10.3). */
const NUMBER_LENGTH = 8;
const NUMBER_BYTES = 5;
/** A shorter part of a number would fit too many orders. */
const PART_MIN_LENGTH = 4;

/** Makes the number of an order, without its hyphen. Among a million orders, one pair may share it by chance. */
export function numberOf(orderId: string): string {
  let rest = hash('sha256', orderId, 'buffer').readUIntBE(0, NUMBER_BYTES);
  let number = '';
  while (number.length < NUMBER_LENGTH) {
    number = BASE32.charAt(rest % BASE32.length) + number;
    rest = Math.floor(rest / BASE32.length);
  }
  return number;
}

/**
 * @param text the number of an order, or its start or end, in any case, with or without the hyphen
 * @returns the stored form; undefined if the text can't be one
 */
export function readNumber(text: string): string | undefined {
  const number = readBase32(text);
  if (number === undefined) return undefined;
  return number.length >= PART_MIN_LENGTH && number.length <= NUMBER_LENGTH ? number : undefined;
}

/** 26 letters of 5 bits: 130 random bits, too many to guess, so a fast hash keeps them secret. */
const RECOVERY_LENGTH = 26;

/** @returns a recovery code in the form that is hashed, without hyphens */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32, so all letters are equally likely.
  const bytes = randomBytes(RECOVERY_LENGTH);
  return Array.from(bytes, (byte) => BASE32.charAt(byte % BASE32.length)).join('');
}

export function formatNumber(number: string): string {
  return formatCode(number);
}

/** Formats a number or a code in groups of four letters, like `20EB-50A9`. */
export function formatCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join('-');
}
