/** Elements of a JSON array, and lines of JSON Lines, as records. */
import { quote } from '../../../platform/quote.ts';
import type { FeedEntry } from './format.ts';

/** @param repeated a name that the object has twice, if any: nobody knows which value is meant */
export function toEntry(value: unknown, line: number, repeated: string | undefined): FeedEntry {
  if (!isJsonObject(value)) return { line, problem: 'is not a JSON object' };
  if (repeated !== undefined) return { line, problem: `has the field ${quote(repeated)} twice` };
  return { line, values: new Map(Object.entries(value)) };
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
