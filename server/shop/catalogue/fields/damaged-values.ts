/** Values that a spreadsheet or a wrong encoding has damaged, so that they look right and mean something else. */

/** What spreadsheets write instead of a value that they can't calculate. */
const SPREADSHEET_ERROR =
  /^#(N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|NV|BEZUG!|WERT!|ZAHL!)$/;
/** How spreadsheets shorten a long number: the other digits are lost. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;
const windows1252 = new TextDecoder('windows-1252');

/** @returns what is wrong with a text, if anything */
export function spreadsheetErrorOf(text: string): string | undefined {
  return SPREADSHEET_ERROR.test(text)
    ? `must not be ${text}, an error of the spreadsheet`
    : undefined;
}

/** @returns what is wrong with an id, if anything */
export function shorteningOf(id: string): string | undefined {
  if (!SHORTENED_NUMBER.test(id)) return undefined;
  return `must have all its digits, not "${id}": format the column as text before you save the table`;
}

/**
 * Turns the controls U+0080 to U+009F into the characters of Windows-1252: typographic quotes, dashes, `™`, `€`. UTF-8
 * text has no such controls, unless text in Windows-1252 was read as Latin-1.
 */
export function fromWindows1252(text: string): string {
  return text.replace(/\p{Cc}/gu, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x80 ? char : windows1252.decode(Uint8Array.of(code));
  });
}
