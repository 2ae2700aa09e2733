import { Refusal } from '../../contract/refusals.ts';

/** Something that an operator can put right; the message says what, in one sentence. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** To stand in a sentence for an operator; what a refusal itself says is for shoppers. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal && error.cause !== undefined) return reasonOf(error.cause);
  const reason = error instanceof Error ? error.message : String(error);
  // Several errors at once have no message, but a code.
  return reason.replace(/\.$/, '') || String((error as { code?: unknown }).code);
}
