/** What the shopper is told of a failed call (spec 8). A query or mutation names it in its `meta`. */
import { ApiError } from './client.ts';

export interface FailureMeta extends Record<string, unknown> {
  /**
   * The text of the error toast, or nothing to say nothing. Without it every failure is silent.
   * `variables` are those of a mutation.
   */
  explain?: (error: Error, variables: unknown) => string | undefined;
  /** The tone of the toast where no answer came; 'error' by default. */
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
