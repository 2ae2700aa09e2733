/** The short number of an order, which people can say: `20EB-50A9` (decisions, 'Orders after they are placed'). */
import { hash } from 'node:crypto';
import { BASE32, readBase32 } from '../base32.ts';

const LENGTH = 8;
const BYTES = 5;
/** A shorter part of a number would fit too many orders. */
const PART_MIN_LENGTH = 4;

/** Makes the number as it is stored, without its hyphen. Two of a million orders have the same one by chance. */
export function numberOf(orderId: string): string {
  let rest = hash('sha256', orderId, 'buffer').readUIntBE(0, BYTES);
  let number = '';
  while (number.length < LENGTH) {
    number = BASE32.charAt(rest % BASE32.length) + number;
    rest = Math.floor(rest / BASE32.length);
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
  const number = readBase32(text);
  if (number === undefined) return undefined;
  return number.length >= PART_MIN_LENGTH && number.length <= LENGTH ? number : undefined;
}
