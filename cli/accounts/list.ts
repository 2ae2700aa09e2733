import { formatCents, toDollars } from '../../contract/money.ts';
import { type AccountSummary, listAccounts } from '../../server/operations/accounts/store.ts';
import { type ListFormat, printList } from '../list.ts';
import { inRange, type Range } from '../range.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { toIso } from '../times.ts';

export async function run({ json, ...range }: Range & { json?: boolean }): Promise<void> {
  await readShop(async (db) => {
    const timeZone = await readTimeZone(db);
    const accounts = inRange(listAccounts(db), ({ since }) => since, { ...range, timeZone });
    await printList(accounts, format, { json, timeZone });
  });
}

const format: ListFormat<AccountSummary> = {
  columns: [
    { title: 'name', text: ({ username }) => username, mayShrink: true },
    { title: 'since', time: ({ since }) => since },
    {
      title: 'balance',
      text: ({ balanceCents }) => formatCents(balanceCents),
      isRightAligned: true,
    },
    { title: 'orders', text: ({ orders }) => String(orders), isRightAligned: true },
    {
      title: 'last order',
      time: ({ lastOrderAt }) => lastOrderAt,
    },
    { title: 'id', text: ({ id }) => id },
  ],
  toJson: summaryToJson,
  none: 'There are no such accounts.',
};

export function summaryToJson(account: AccountSummary) {
  const { id, username, since, balanceCents, orders, lastOrderAt } = account;
  return {
    id,
    name: username,
    since: toIso(since),
    balance: toDollars(balanceCents),
    orders,
    lastOrder: lastOrderAt === null ? null : toIso(lastOrderAt),
  };
}
