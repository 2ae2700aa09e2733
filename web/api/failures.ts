/** The messages for failed calls (R2). A query or mutation sets them in its `meta`. */
import { ApiError } from './client.ts';

export interface FailureMeta extends Record<string, unknown> {
  /**
   * Returns the text of the error toast, or undefined to show none. Without this function every failure is silent.
   * `variables` are the variables of a mutation.
   */
  explain?: (error: Error, variables: unknown) => string | undefined;
  /** Another backend may lack the call. */
  isOwnCall?: true;
  /** The tone of the toast if the server sent no reply; 'error' by default. */
  toneWithoutAnswer?: 'default';
}

/** The server's own message, else `fallback`. */
export function serverMessageOr(fallback: string) {
  return (error: Error): string => (error instanceof ApiError && error.message) || fallback;
}

/** The server's own message of a 400, else `fallback`. */
export function badRequestMessageOr(fallback: string) {
  const explain = serverMessageOr(fallback);
  return (error: Error): string =>
    error instanceof ApiError && error.status === 400 ? explain(error) : fallback;
}

/** Status 404: another backend lacks the call, or the requested item does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** @returns the answer; null if the backend has no such call */
export async function dataOrNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
