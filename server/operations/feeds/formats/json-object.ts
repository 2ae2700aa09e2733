/** Whether an element of a JSON array, or a line of JSON Lines, is a record. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
