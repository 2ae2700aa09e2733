/** Formats dates for the pages. */

/** @param day like `2026-11-20` */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

/** @param moment ISO 8601 @param timeZone that of the browser if left out */
export function formatMoment(moment: string, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(moment));
}
