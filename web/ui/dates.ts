/** Dates as the pages write them. */

/** @param day like `2026-11-20` */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

/** Where the shopper is. @param moment ISO 8601 */
export function formatMoment(moment: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }).format(
    new Date(moment),
  );
}
