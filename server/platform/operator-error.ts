/** Something that an operator can put right. A program prints the message as it is, and exits with code 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
