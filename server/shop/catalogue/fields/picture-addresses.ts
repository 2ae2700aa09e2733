/** The addresses of a product's pictures as feeds name them. `image` has one a line; lists show the first. */
import { PICTURES_MAX } from '../../../../contract/pictures.ts';

const SEPARATOR = '\n';
/** What precedes another picture: `a.jpg,https://…`, `/a.jpg|/b.jpg`. `,/` may be a part of one address. */
const BEFORE_NEXT = /[\s,;|](?=https?:\/\/)|[\s|](?=\/)/i;
const IGNORED_AT_END = /[\s,;|]/;

/** @param image as products have it */
export function listAddresses(image: string): string[] {
  return image === '' ? [] : image.split(SEPARATOR);
}

export function firstAddress(image: string): string {
  const end = image.indexOf(SEPARATOR);
  return end < 0 ? image : image.slice(0, end);
}

/** The opposite of listAddresses. */
export function joinAddresses(addresses: readonly string[]): string {
  return addresses.join(SEPARATOR);
}

/** One address as text, several as a list. */
export function toAddressOrList(image: string): string | string[] {
  return image.includes(SEPARATOR) ? listAddresses(image) : image;
}

/**
 * @param value one text with all addresses, or a list of such texts
 * @returns the different addresses, at most as many as a product may have pictures; anything but text is returned
 * unchanged
 */
export function splitAddresses(value: unknown): unknown[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const found = values.flatMap((one) =>
    typeof one === 'string' ? one.trim().split(BEFORE_NEXT).map(withoutEnd) : [one],
  );
  return [...new Set(found)].filter((one) => one !== '').slice(0, PICTURES_MAX);
}

/** A regular expression would need time that grows with the square of the length. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && IGNORED_AT_END.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
