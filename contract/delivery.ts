import { DELIVERY_BUSINESS_DAYS } from './limits.ts';

const DAY_MS = 86_400_000;

/**
 * The day by which an order arrives, counted in business days (Monday to Friday, UTC; R10.7).
 * @returns like `2026-11-20`
 */
export function deliverBy(placedAt: number, businessDays = DELIVERY_BUSINESS_DAYS): string {
  let day = placedAt;
  for (let left = businessDays; left > 0; ) {
    day += DAY_MS;
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return new Date(day).toISOString().slice(0, 10);
}
