import { documentWords, partialRefund, taxOfLines } from '../../../contract/documents.ts';
import type { Invoice } from '../../../contract/orders.ts';
import { formatDollars } from '../../api/money.ts';
import styles from './invoice-tables.module.css';

interface InvoiceLinesProps {
  document: Invoice;
  isCredit: boolean;
}

export function InvoiceLines({ document, isCredit }: InvoiceLinesProps) {
  const { lines, total } = document;
  const tax = taxOfLines(document);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          {tax && <th scope="col">{tax}</th>}
          <th scope="col">Units</th>
          <th scope="col">Price</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, qty, cost, amount, taxPercent }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never change
          <tr key={index}>
            <td dir="auto">{name}</td>
            {tax && <td>{taxPercent}%</td>}
            <td>{qty}</td>
            <td>{formatDollars(cost)}</td>
            <td>{formatDollars(amount)}</td>
          </tr>
        ))}
        {lines.length === 0 && (
          <tr>
            <td colSpan={tax ? 4 : 3}>{partialRefund}</td>
            <td>{formatDollars(total)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={tax ? 4 : 3}>
            {documentWords(isCredit).total}
          </th>
          <td>{formatDollars(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The tax by rate; nothing if the shop has none. */
export function InvoiceTaxes({ taxes }: Pick<Invoice, 'taxes'>) {
  const [first] = taxes;
  if (first === undefined) return null;
  return (
    <table className={styles.table} aria-label="Tax by rate">
      <thead>
        <tr>
          <th scope="col">Included {first.name}</th>
          <th scope="col">Net</th>
          <th scope="col">{first.name}</th>
          <th scope="col">Gross</th>
        </tr>
      </thead>
      <tbody>
        {taxes.map(({ percent, net, tax, gross }) => (
          <tr key={percent}>
            <th scope="row">{percent}%</th>
            <td>{formatDollars(net)}</td>
            <td>{formatDollars(tax)}</td>
            <td>{formatDollars(gross)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
