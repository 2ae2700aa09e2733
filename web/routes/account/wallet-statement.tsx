import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCents } from '../../../contract/money.ts';
import type { WalletEntry } from '../../../contract/wallet.ts';
import { statementQuery } from '../../api/account.ts';
import { formatDollars } from '../../api/money.ts';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Section } from './section.tsx';
import styles from './wallet-statement.module.css';

/** Shows the balance, and every movement with the balance after it, newest first. */
export function WalletStatement() {
  const { balanceCents, token } = useSession();
  const list = useInfiniteQuery(statementQuery(token));
  return (
    <Section heading="Statement">
      <p>
        Balance: <strong className={styles.balance}>{formatCents(balanceCents)}</strong>
      </p>
      <Loaded query={list} what="Your wallet's statement">
        {({ pages }) => <Movements entries={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <ShowMore list={list} what="movements" />
    </Section>
  );
}

function Movements({ entries }: { entries: readonly WalletEntry[] }) {
  // A wallet that was opened without money has no movements.
  if (entries.length === 0) return null;
  return (
    <table className={styles.statement}>
      <caption className="visually-hidden">Movements of your wallet, newest first</caption>
      <thead>
        <tr>
          <th scope="col">What for</th>
          <th scope="col">Amount</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Movement key={entry.id} {...entry} />
        ))}
      </tbody>
    </table>
  );
}

function Movement(entry: WalletEntry) {
  const { at, amount, balance } = entry;
  return (
    <tr>
      <th scope="row" className={styles.purpose}>
        {describe(entry)}
        <Moment at={at} className={styles.time} />
      </th>
      <td>{`${amount < 0 ? '−' : '+'}${formatDollars(Math.abs(amount))}`}</td>
      <td>{formatDollars(balance)}</td>
    </tr>
  );
}

function describe({ kind, amount, order }: WalletEntry): string {
  const number = order?.number ?? '';
  switch (kind) {
    case 'order':
      return `Order ${number}`;
    case 'cancellation':
      return `Cancelled order ${number}`;
    case 'refund':
      return `Refund of order ${number}`;
    case 'gift':
      return amount < 0 ? 'Taken back by the shop' : 'Credit from the shop';
    case 'payment':
      return amount < 0 ? 'Paid out to you' : 'Payment received';
    case 'forfeit':
      return 'Kept by the shop';
  }
}
