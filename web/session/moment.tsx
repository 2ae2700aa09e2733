import { formatMoment } from '../ui/dates.ts';
import { useOwnShop } from './site.ts';

/** A time of day, in the time zone of the shop, or else that of the browser. @param props.at ISO 8601 */
export function Moment({ at, className }: { at: string; className?: string | undefined }) {
  const timeZone = useOwnShop()?.timeZone;
  return (
    <time dateTime={at} className={className}>
      {formatMoment(at, timeZone)}
    </time>
  );
}
