/** Formats a time like `2026-11-25 20:05`, in UTC. @param time milliseconds since 1970 UTC */
export function formatMinute(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats a time in ISO 8601, in UTC. @param time milliseconds since 1970 UTC */
export function toIso(time: number): string {
  return new Date(time).toISOString();
}
