import { Refusal } from '../../contract/refusals.ts';

/** Something that an operator can put right; the message says what, in one sentence. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** To stand in a sentence for an operator; what a refusal itself says is for shoppers. */
export function reasonOf(error: unknown): string {
  if (error instanceof Refusal && error.cause !== undefined) return reasonOf(error.cause);
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}

/** The same of what lies behind a refusal: that one is for shoppers, this one an operator can put right. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reasonOf(cause) || String((cause as { code?: unknown }).code);
}
