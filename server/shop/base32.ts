/** Crockford's Base32: no I, L, O or U. Letters that look like a digit are read as the digit. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @returns the text in capitals, without spaces and hyphens; undefined if it has another character */
export function readBase32(text: string): string | undefined {
  const letters = text
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return [...letters].every((letter) => BASE32.includes(letter)) ? letters : undefined;
}
