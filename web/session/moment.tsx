import { formatDay, formatMoment } from '../../contract/dates.ts';
import { useOwnShop } from './site.ts';

/** A time of day, in the time zone of the shop, or else that of the browser. @param props.at ISO 8601 */
export function Moment({ at, className }: { at: string; className?: string | undefined }) {
  const { timeZone, locale } = useOwnShop() ?? {};
  return (
    <time dateTime={at} className={className} {...languageOf(locale)}>
      {formatMoment(at, { timeZone, locale })}
    </time>
  );
}

/** @param props.of like `2026-11-20` @param props.form whether it has a weekday */
export function Day({ of: day, form = 'full' }: { of: string; form?: 'full' | 'long' }) {
  const locale = useOwnShop()?.locale;
  return (
    <time dateTime={day} {...languageOf(locale)}>
      {formatDay(day, form, locale)}
    </time>
  );
}

/** The page is English, but the names of months may be in another language. */
function languageOf(locale: string | undefined) {
  return locale === undefined ? {} : { lang: locale, dir: 'auto' };
}
