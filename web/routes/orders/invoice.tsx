import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { documentWords } from '../../../contract/documents.ts';
import { isMissing } from '../../api/failures.ts';
import { invoiceQuery } from '../../api/orders.ts';
import { PageMeta } from '../../app/page-meta.tsx';
import { useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './invoice.module.css';
import { InvoiceHead } from './invoice-head.tsx';
import { InvoiceLines, InvoiceTaxes } from './invoice-tables.tsx';
import { specimenNumber, specimenOf } from './specimen.ts';

/**
 * Shows an invoice or a credit note, made for print (R10.5), or the
 * specimen of an order in a shop without an identity.
 * @param props.number that of the document; that of the order for a specimen
 */
export function Invoice({ number }: { number: string }) {
  const { token } = useSession();
  const { data, error, isFetching, refetch } = useQuery(invoiceQuery(token, number));
  const own = useOwnShop();
  const isSpecimen = data !== undefined && specimenNumber(data, own) === number;
  const document = isSpecimen ? specimenOf(data) : data?.document;
  const isCredit = document !== undefined && !isSpecimen && data?.invoice !== number;
  const words = documentWords(isCredit);
  const title = isSpecimen
    ? 'Specimen of an invoice'
    : document
      ? `${words.kind} ${number}`
      : words.kind;
  return (
    <article className={`stack gap-6 ${styles.invoice}`} data-specimen={isSpecimen || undefined}>
      <PageMeta title={title} description="An invoice of the shop." />
      <div className="row gap-4 not-printed">
        {document && <Button onClick={() => window.print()}>Print or save as PDF</Button>}
        <Link to="/orders">Your orders</Link>
      </div>
      {/* It is there from the start, to get the focus. */}
      <h1>{title}</h1>
      {data && document && (
        <div className={`stack gap-6 ${styles.paper}`}>
          <InvoiceHead order={data} document={document} isCredit={isCredit} />
          <InvoiceLines document={document} isCredit={isCredit} />
          <InvoiceTaxes taxes={document.taxes} />
          <p>
            {words.paid}
            {isSpecimen && ' This is a specimen, and no invoice: it has no number and no seller.'}
          </p>
        </div>
      )}
      {!document && isFetching && <Spinner label="Loading the invoice" />}
      {!document && !isFetching && (data || isMissing(error)) && <p>There is no such invoice.</p>}
      {!document && !isFetching && error && !isMissing(error) && (
        <LoadFailure what="This invoice" onRetry={() => void refetch()} />
      )}
    </article>
  );
}
