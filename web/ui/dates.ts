/** Formats dates for the pages. */

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/**
 * Formats a day like `Friday, November 20, 2026`. The first use of `Intl.DateTimeFormat` would block a slow phone for 90
 * ms, on the way to the checkout or to the dialog of a product.
 * @param day like `2026-11-20`
 */
export function formatDay(day: string): string {
  return `${WEEKDAYS[new Date(day).getUTCDay()]}, ${formatDate(day)}`;
}

/** Formats a day like `November 20, 2026`. @param day like `2026-11-20` */
export function formatDate(day: string): string {
  const date = new Date(day);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** @param moment ISO 8601 @param timeZone that of the browser if left out */
export function formatMoment(moment: string, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(moment));
}
