/** Formats dates for the pages. */

/** @param day like `2026-11-20` */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

/** Formats a moment in the browser's time zone. @param moment ISO 8601 */
export function formatMoment(moment: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(moment),
  );
}
