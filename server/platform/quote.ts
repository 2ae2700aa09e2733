/** Formats values for people and terminals: what cannot be seen is written as an escape sequence. */

const QUOTED_MAX_LENGTH = 60;
/**
 * Control, format, surrogate, private-use and unassigned characters, and the separators of lines and paragraphs. Joiners
 * between two pictographs are visible: they make one of both.
 */
const INVISIBLE =
  /(?<!\p{ExtPict}|\p{EMod}|\ufe0f)\u200d|\u200d(?!\p{ExtPict})|(?!\u200d)[\p{C}\p{Zl}\p{Zp}]/gu;

/** Formats a value for a message: on one line, shortened, without invisible characters. */
export function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const short = text.length > QUOTED_MAX_LENGTH ? `${text.slice(0, QUOTED_MAX_LENGTH)}…` : text;
  return escapeInvisible(short);
}

/** Writes invisible characters like `\u{200d}`. */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** The same for a text of several lines. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeInvisible).join('\n');
}

/** JSON without invisible characters. Programs read it as the same value. */
export function toVisibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(INVISIBLE, (char) =>
    // Line breaks that JSON itself writes.
    char === '\n' ? char : escapeUnits(char),
  );
}

function escapeUnits(char: string): string {
  const units = Array.from({ length: char.length }, (_, index) => char.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
