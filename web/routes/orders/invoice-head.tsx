import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { documentWords } from '../../../contract/documents.ts';
import type { FoundOrder, Invoice } from '../../../contract/orders.ts';
import { invoiceAddress } from '../../../contract/page-addresses.ts';
import { LogoPicture } from '../../app/logo.tsx';
import { Day } from '../../session/moment.tsx';
import { useSession } from '../../session/session.ts';
import { useOwnShop } from '../../session/site.ts';
import styles from './invoice-head.module.css';

interface InvoiceHeadProps {
  order: FoundOrder;
  document: Invoice;
  isCredit: boolean;
}

/** Seller, buyer, numbers and days of a document. */
export function InvoiceHead({ order, document, isCredit }: InvoiceHeadProps) {
  const { username } = useSession();
  const logo = useOwnShop()?.logo;
  const [name, ...address] = document.seller.split('\n');
  return (
    <div className={styles.head}>
      <div className={styles.seller}>
        {logo && <LogoPicture {...logo} />}
        <p dir="auto">
          <strong>{name}</strong>
          {address.map((line) => `\n${line}`)}
        </p>
      </div>
      <address className={styles.buyer}>
        <bdi>{document.buyer}</bdi>
      </address>
      <dl className={`stack gap-1 small ${styles.facts}`}>
        {document.number && <Fact name="Number">{document.number}</Fact>}
        <Fact name="Date of issue">
          <Day of={document.issuedOn} form="long" />
        </Fact>
        <Fact name={documentWords(isCredit).suppliedOn}>
          <Day of={document.suppliedOn} form="long" />
        </Fact>
        {isCredit && order.invoice && (
          <Fact name="Credit for invoice">
            <Link to={invoiceAddress(order.invoice)}>{order.invoice}</Link>
          </Fact>
        )}
        <Fact name="Order">{order.number ?? order.id}</Fact>
        <Fact name="Customer">
          <bdi>{username}</bdi>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
