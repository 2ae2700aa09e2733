/** A part of the drill that this machine lacks; the message says how to get it. */
export class MissingPart extends Error {
  override readonly name = 'MissingPart';
}
