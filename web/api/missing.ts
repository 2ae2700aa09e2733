/** Status 404: another backend lacks the call, or what was asked for does not exist. */
import { ApiError } from './client.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** @returns what was loaded; null if the backend has no such call */
export async function dataOrNull<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
