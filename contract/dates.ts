/** Formats days and times for people, in the form of the shop. */

/** The form of a shop that names none. */
const USUAL_LOCALE = 'en-US';
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/**
 * Formats a day like `Friday, November 20, 2026` (full) or `November 20, 2026` (long). The usual form needs no `Intl`, whose
 * first use would block a slow phone for 90 ms, on the way to the checkout or to the dialog of a product.
 * @param day like `2026-11-20` @param locale BCP 47
 */
export function formatDay(day: string, form: 'full' | 'long', locale = USUAL_LOCALE): string {
  const date = new Date(day);
  if (locale !== USUAL_LOCALE) {
    return new Intl.DateTimeFormat(locale, { dateStyle: form, timeZone: 'UTC' }).format(date);
  }
  const text = `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
  return form === 'full' ? `${WEEKDAYS[date.getUTCDay()]}, ${text}` : text;
}

/** @param moment ISO 8601 @param timeZone that of the browser if left out */
export function formatMoment(
  moment: string,
  { timeZone, locale = USUAL_LOCALE }: Partial<Record<'timeZone' | 'locale', string | undefined>>,
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(moment));
}
