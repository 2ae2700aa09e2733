/** An import, or fetching, failed after its first product. The cause is the failure. */
export class PicturesInterrupted extends Error {
  override readonly name = 'PicturesInterrupted';
  /** The number of products that have their new pictures. */
  readonly changed: number;

  constructor(changed: number, cause: unknown) {
    super(`Failed after ${changed} products`, { cause });
    this.changed = changed;
  }
}
