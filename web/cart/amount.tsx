import { formatCents } from '../../contract/money.ts';

/** An amount of money. An unknown amount is shown as pending, never as $0. */
export function Amount({ cents }: { cents: number | undefined }) {
  if (cents !== undefined) return formatCents(cents);
  return (
    <>
      <span aria-hidden="true">…</span>
      <span className="visually-hidden">not known yet</span>
    </>
  );
}
