/** Formats times like `2026-11-25 20:05` in a time zone. */
export function createMinuteFormat(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, dateStyle: 'short', timeStyle: 'short' },
  });
  return (time) => format.format(time);
}

/** Formats a time in ISO 8601, in UTC. @param time milliseconds since 1970 UTC */
export function toIso(time: number): string {
  return new Date(time).toISOString();
}
