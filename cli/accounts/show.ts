import { formatCents, toDollars } from '../../contract/money.ts';
import { type Account, readAccount } from '../../server/operations/accounts/store.ts';
import { toVisibleJson } from '../../server/platform/quote.ts';
import { readSnapshot } from '../../server/platform/storage/read-only.ts';
import { type ListFormat, printList } from '../list.ts';
import { count } from '../numbers.ts';
import { readShop } from '../shop.ts';
import { printable } from '../table.ts';
import { formatMinute, toIso } from '../times.ts';
import { summaryToJson } from './list.ts';

export async function run(name: string, { json }: { json?: boolean }): Promise<void> {
  const account = await readShop((db) =>
    readSnapshot(db, (tx) => readAccount(tx, name, Date.now())),
  );
  if (json) {
    process.stdout.write(`${toVisibleJson(toJson(account), 2)}\n`);
    return;
  }
  process.stdout.write(describe(account));
  if (account.recentOrders.length > 0) await printList([account.recentOrders], recentOrders);
}

function describe({ addresses, sessionEnds, recoveryCodes, ...account }: Account): string {
  const fields = [
    ['name', account.username],
    ['id', account.id],
    ['since', `${formatMinute(account.since)} UTC`],
    ['balance', formatCents(account.balanceCents)],
    ...(addresses.length > 0 ? addresses : ['none']).map((address) => ['address', address]),
    ['sessions', describeSessions(sessionEnds)],
    ['recovery', recoveryCodes === 0 ? 'no codes' : count(recoveryCodes, 'code')],
    ['orders', String(account.orders)],
  ];
  return fields.map(([name = '', text = '']) => `${name.padEnd(10)}${printable(text)}\n`).join('');
}

function describeSessions([last, ...others]: readonly number[]): string {
  return last === undefined
    ? '0'
    : `${others.length + 1}, until ${formatMinute(last)} UTC at the latest`;
}

const recentOrders: ListFormat<Account['recentOrders'][number]> = {
  columns: [
    { title: 'order', text: ({ id }) => id },
    { title: 'placed (UTC)', text: ({ placedAt }) => formatMinute(placedAt) },
    { title: 'total', text: ({ totalCents }) => formatCents(totalCents), isRightAligned: true },
  ],
  toJson: ({ id, placedAt, totalCents }) => ({
    id,
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
