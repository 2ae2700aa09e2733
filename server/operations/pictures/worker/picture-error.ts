/** A picture can't be used. The message follows the name of its file: "is no picture". */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}
