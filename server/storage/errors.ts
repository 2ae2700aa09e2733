/** Something that an operator can put right; the message says what, in one sentence. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** To stand in a sentence. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}
