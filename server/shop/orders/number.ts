/** The short number of an order, which people can say: `20EB-50A9` (decisions, 'Orders after they are placed'). */
import { hash } from 'node:crypto';

/** Crockford's Base32: no I, L, O or U. Letters that look like a digit are read as the digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const BYTES = 5;
/** A shorter part of a number would fit too many orders. */
const PART_MIN_LENGTH = 4;

/** Makes the number as it is stored, without its hyphen. Two of a million orders have the same one by chance. */
export function numberOf(orderId: string): string {
  let rest = hash('sha256', orderId, 'buffer').readUIntBE(0, BYTES);
  let number = '';
  while (number.length < LENGTH) {
    number = ALPHABET.charAt(rest % ALPHABET.length) + number;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return number;
}

export function formatNumber(number: string): string {
  return `${number.slice(0, LENGTH / 2)}-${number.slice(LENGTH / 2)}`;
}

/**
 * @param text a number, or its start or end, in any case, with or without the hyphen
 * @returns it as it is stored; undefined if the text can be none
 */
export function readNumber(text: string): string | undefined {
  const number = text
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isPart = number.length >= PART_MIN_LENGTH && number.length <= LENGTH;
  return isPart && [...number].every((letter) => ALPHABET.includes(letter)) ? number : undefined;
}
