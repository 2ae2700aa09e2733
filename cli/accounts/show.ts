import { formatCents, toDollars } from '../../contract/money.ts';
import { type Account, readAccount } from '../../server/operations/accounts/store.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { type ListFormat, printList } from '../list.ts';
import { count } from '../numbers.ts';
import { readShop, readTimeZone } from '../shop.ts';
import { printable } from '../table.ts';
import { createMinuteFormat, toIso } from '../times.ts';
import { summaryToJson } from './list.ts';

export async function run(name: string, { json }: { json?: boolean }): Promise<void> {
  const { account, timeZone } = await readShop((db) =>
    readSnapshot(db, async (tx) => ({
      account: await readAccount(tx, name, Date.now()),
      timeZone: await readTimeZone(tx),
    })),
  );
  if (json) {
    process.stdout.write(`${toVisibleJson(toJson(account), 2)}\n`);
    return;
  }
  process.stdout.write(describe(account, timeZone));
  if (account.recentOrders.length > 0)
    await printList([account.recentOrders], recentOrders, { timeZone });
}

function describe(
  { addresses, sessionEnds, recoveryCodes, ...account }: Account,
  timeZone: string,
): string {
  const format = createMinuteFormat(timeZone);
  const toText = (time: number) => `${format(time)} ${timeZone}`;
  const fields = [
    ['name', account.username],
    ['id', account.id],
    ['since', toText(account.since)],
    ['balance', formatCents(account.balanceCents)],
    ...(addresses.length > 0 ? addresses : ['none']).map((address) => ['address', address]),
    ['sessions', describeSessions(sessionEnds, toText)],
    ['recovery', recoveryCodes === 0 ? 'no codes' : count(recoveryCodes, 'code')],
    ['orders', String(account.orders)],
  ];
  return fields.map(([name = '', text = '']) => `${name.padEnd(10)}${printable(text)}\n`).join('');
}

function describeSessions(
  [last, ...others]: readonly number[],
  toText: (time: number) => string,
): string {
  return last === undefined ? '0' : `${others.length + 1}, until ${toText(last)} at the latest`;
}

const recentOrders: ListFormat<Account['recentOrders'][number]> = {
  columns: [
    { title: 'order', text: ({ number }) => formatNumber(number) },
    { title: 'placed', time: ({ placedAt }) => placedAt },
    { title: 'total', text: ({ totalCents }) => formatCents(totalCents), isRightAligned: true },
  ],
  toJson: ({ id, number, placedAt, totalCents }) => ({
    id,
    number: formatNumber(number),
    placed: toIso(placedAt),
    total: toDollars(totalCents),
  }),
  none: '',
};

function toJson(account: Account) {
  return {
    ...summaryToJson(account),
    addresses: account.addresses,
    sessionEnds: account.sessionEnds.map(toIso),
    recoveryCodes: account.recoveryCodes,
    recentOrders: account.recentOrders.map(recentOrders.toJson),
  };
}
