/** Something that a scenario needs is not installed; the message says how to get it. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
}
