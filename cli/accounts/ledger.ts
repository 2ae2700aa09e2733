import { formatCents, toDollars } from '../../contract/money.ts';
import { readStatements, type Statement } from '../../server/operations/accounts/ledger.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { toIso } from '../times.ts';

export async function run(
  account: string,
  { json, ...range }: Range & { json?: boolean },
): Promise<void> {
  await readShop(async (db) => {
    const timeZone = await readTimeZone(db);
    const statements = inRange(readStatements(db, account), ({ at }) => at, { ...range, timeZone });
    await printList(statements, format, { json, timeZone });
  });
}

const format: ListFormat<Statement> = {
  columns: [
    { title: 'at', time: ({ at }) => at },
    {
      title: 'amount',
      text: ({ amountCents }) => formatCents(amountCents),
      isRightAligned: true,
    },
    {
      title: 'balance',
      text: ({ balanceCents }) => formatCents(balanceCents),
      isRightAligned: true,
    },
    { title: 'what', text: ({ what }) => what },
    { title: 'note', text: ({ note }) => note ?? '', mayShrink: true },
  ],
  toJson: (statement) => ({
    transaction: statement.transactionId,
    at: toIso(statement.at),
    what: statement.what,
    amount: toDollars(statement.amountCents),
    balance: toDollars(statement.balanceCents),
    order: statement.orderId,
    note: statement.note,
  }),
  none: 'There are no such changes of this wallet.',
};
