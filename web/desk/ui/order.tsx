import { type ComponentProps, useId } from 'react';
import { type OrderPage, productDeskPath } from '../../../contract/desk.ts';
import { formatCents } from '../../../contract/money.ts';
import { useVisit } from '../visit.ts';
import { Field } from './form.tsx';

export function OrderLines({ order }: { order: OrderPage }) {
  const { lines, totalCents, refundedCents } = order;
  return (
    <table className="list" aria-label="Lines">
      <thead>
        <tr>
          <th scope="col">product</th>
          <th scope="col" data-right>
            units
          </th>
          <th scope="col" data-right>
            amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, productId, name, costCents, qty, ...units }) => (
          <tr key={line}>
            <td>
              <a href={productDeskPath(productId)}>{name}</a>
              <span className="secondary-text">{describeUnits(units)}</span>
            </td>
            <td data-right>
              {qty} × {formatCents(costCents)}
            </td>
            <td data-right>{formatCents(qty * costCents)}</td>
          </tr>
        ))}
        <tr className="amount">
          <td>Total</td>
          <td data-right />
          <td data-right>{formatCents(totalCents)}</td>
        </tr>
        {refundedCents > 0 && (
          <tr>
            <td>Paid back</td>
            <td data-right />
            <td data-right>{formatCents(refundedCents)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function describeUnits(units: { cancelled: number; refunded: number; restocked: number }): string {
  const parts = [
    [units.cancelled, 'taken out'],
    [units.refunded, 'refunded'],
    [units.restocked, 'back in stock'],
  ] as const;
  const texts = parts.flatMap(([count, what]) => (count > 0 ? `${count} ${what}` : []));
  return texts.length > 0 ? ` ${texts.join(', ')}` : '';
}

/** Proposes the shop's carriers and those that are known. */
export function CarrierField(props: Partial<ComponentProps<typeof Field>>) {
  const { carriers } = useVisit().shop;
  const id = useId();
  return (
    <>
      <Field {...{ label: 'Carrier', name: 'carrier', list: id, ...props }} />
      <datalist id={id}>
        {carriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

export function OrderHistory({ order }: { order: OrderPage }) {
  return (
    <section className="surface card stack gap-2">
      <h2>History</h2>
      <ol className="stack gap-2">
        <li>
          placed <span className="secondary-text">{order.placed}</span>
        </li>
        {order.history.map(({ at, what, who, amountCents, details }) => (
          <li key={`${at} ${what} ${details.map(({ text }) => text)}`}>
            {what} by <span>{who}</span>
            {amountCents > 0 && `, ${formatCents(amountCents)}`}{' '}
            <span className="secondary-text">{at}</span>
            {details.map(({ text, href }) => (
              <p key={text} className="secondary-text lines">
                {href === undefined ? text : <a href={href}>{text}</a>}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
