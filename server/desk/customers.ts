/** Customers: what their pages show, and what their forms do. */
import type {
  CustomerIntent,
  CustomerPage,
  Fields,
  ListFilters,
  ListPage,
} from '../../contract/desk.ts';
import {
  CONFIRMED_ABOVE_DOLLARS,
  customerDeskPath,
  customerIntents,
  orderDeskPath,
} from '../../contract/desk.ts';
import { formatCents } from '../../contract/money.ts';
import {
  countResets,
  endAllSessions,
  randomPassword,
  resetPassword,
} from '../operations/accounts/access.ts';
import { AMOUNT_RULE, NOTE_RULE, readAmount, readNote } from '../operations/accounts/amounts.ts';
import { eraseAccount } from '../operations/accounts/erase.ts';
import { findAccount } from '../operations/accounts/find.ts';
import { readNewestStatements, type Statement } from '../operations/accounts/ledger.ts';
import { accountList, recentOrders, walletList } from '../operations/accounts/list.ts';
import {
  type Account,
  type AccountSummary,
  listAccounts,
  readAccount,
} from '../operations/accounts/store.ts';
import { changeBalance } from '../operations/accounts/wallet.ts';
import { printable } from '../operations/reports/columns.ts';
import { createMinuteFormat } from '../platform/days.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { AppServices, OperatorServices } from '../platform/services.ts';
import { readSnapshot } from '../platform/storage/read-only.ts';
import type { Db } from '../platform/storage/schema.ts';
import { findUserById } from '../shop/accounts/store.ts';
import { readKept } from '../shop/invoices/kept.ts';
import type { Settlement } from '../shop/personal-data/erase.ts';
import { readIntent, readWhole } from './fields.ts';
import { type DeskList, PAGE_SIZE, take, toListPage } from './lists.ts';

type DeskServices = AppServices & OperatorServices;
type WalletIntent = keyof typeof walletChanges;

/** The name leads to the account. */
const customers: DeskList<AccountSummary> = {
  ...accountList,
  columns: accountList.columns.filter(({ key }) => key !== 'id'),
  id: ({ username }) => username,
  href: ({ id }) => customerDeskPath(id),
};
const orders: DeskList<Account['recentOrders'][number]> = {
  ...recentOrders,
  id: ({ id }) => id,
  href: ({ id }) => orderDeskPath(id),
};
const statements: DeskList<Statement> = {
  ...walletList,
  id: ({ transactionId }) => transactionId,
  href: ({ orderId }) => (orderId === null ? undefined : orderDeskPath(orderId)),
};

/** @param filters `q` is the beginning of a name, `after` the name after which to go on */
export async function listCustomers(
  db: Db,
  { q, after }: ListFilters,
  timeZone: string,
): Promise<ListPage> {
  const filter = { beginning: q, after, pageSize: PAGE_SIZE + 1 };
  return toListPage(customers, await take(listAccounts(db, filter)), timeZone);
}

/** @returns undefined if there is no such account */
export function readCustomer(
  { db, now, newId }: Pick<DeskServices, 'db' | 'now' | 'newId'>,
  id: string,
  { after }: ListFilters,
  timeZone: string,
): Promise<CustomerPage | undefined> {
  return readSnapshot(db, async (tx) => {
    const user = await findUserById(tx, id);
    if (user === undefined) return undefined;
    const account = await readAccount(tx, user.id, now());
    const kept = await readKept(tx, user.id, now());
    const limit = PAGE_SIZE + 1;
    const statement = await readNewestStatements(tx, user.id, { before: after, limit });
    const minuteOf = createMinuteFormat(timeZone);
    const [lastEnd] = account.sessionEnds;
    return {
      id: user.id,
      name: printable(user.username),
      isErased: user.erasedAt !== null,
      since: minuteOf(account.since),
      balanceCents: account.balanceCents,
      addresses: account.addresses,
      sessions: lastEnd
        ? `${account.sessionEnds.length}, until ${minuteOf(lastEnd)} at the latest`
        : 'none',
      orders: toListPage(orders, account.recentOrders, timeZone),
      statement: toListPage(statements, statement, timeZone),
      kept: kept
        ? `Invoices and credit notes keep the address of their order until ${kept.keptUntil}: ${kept.count}.`
        : '',
      resets: await countResets(tx, user.id),
      key: newId(),
    };
  });
}

/** @throws Refusal, OperatorError */
export async function changeCustomer(
  services: DeskServices,
  id: string,
  fields: Fields,
): Promise<{ notice: string; password?: string }> {
  const intent = readIntent(customerIntents, fields);
  switch (intent) {
    case 'reset-password': {
      const password = randomPassword();
      const { username } = await resetPassword(services, id, password, readWhole(fields.resets));
      return { password, notice: `The new password of ${printable(username)} is shown only now:` };
    }
    case 'end-sessions': {
      const { username, endedSessions: ended } = await endAllSessions(services, id);
      return { notice: `${printable(username)} is logged out. Sessions ended: ${ended}.` };
    }
    case 'erase':
      return erase(services, id, fields);
    default:
      return changeWallet(services, id, intent, fields);
  }
}

const walletChanges = {
  receive: { sign: 1, isPaid: true, done: 'received from' },
  pay: { sign: -1, isPaid: true, done: 'paid out to' },
  grant: { sign: 1, isPaid: false, done: 'granted to' },
  revoke: { sign: -1, isPaid: false, done: 'taken back from' },
} as const satisfies Partial<Record<CustomerIntent, object>>;

async function changeWallet(
  services: DeskServices,
  account: string,
  intent: WalletIntent,
  fields: Fields,
) {
  const { sign, isPaid, done } = walletChanges[intent];
  // A comma before two digits is a decimal one, as in prices.
  const amount = fields.amount?.trim().replace(/^(\d+),(\d{2})$/, '$1.$2') ?? '';
  const cents = readAmount(amount);
  const note = readNote(fields.note ?? '');
  if (cents === undefined) throw new OperatorError(`The amount ${AMOUNT_RULE}.`);
  if (note === undefined) throw new OperatorError(`The note ${NOTE_RULE}.`);
  if (cents > CONFIRMED_ABOVE_DOLLARS * 100 && fields.confirmed !== fields.amount) {
    const { username } = await findAccount(services.db, account);
    const amount = formatCents(cents);
    throw new OperatorError(`Confirm that ${amount} is ${done} ${printable(username)}.`);
  }
  const request = { account, amountCents: sign * cents, isPaid, note, key: fields.key };
  const { username, balanceCents, isChanged } = await changeBalance(services, request);
  const booked = `${formatCents(cents)} ${done} ${printable(username)}`;
  const once = isChanged ? '' : ' This form had been sent before: it was booked once.';
  return { notice: `${booked}. The balance is ${formatCents(balanceCents)}.${once}` };
}

const settlements: readonly Settlement[] = ['received', 'forfeits'];

async function erase(services: DeskServices, id: string, fields: Fields) {
  const { username } = await findAccount(services.db, id);
  if (fields.name?.trim() !== printable(username)) {
    throw new OperatorError(`Type the name of the customer: ${printable(username)}.`);
  }
  const seenCents = readWhole(fields.balance);
  const settlement = settlements.find((one) => one === fields.settlement);
  if (seenCents > 0 && settlement === undefined) {
    throw new OperatorError('Say what becomes of the money in the wallet.');
  }
  const erased = await eraseAccount(services, services, id, settlement, seenCents);
  const rest = erased.isLogEmpty ? '' : ' Old copies stay in the log of the database for a while.';
  return { notice: `Erased. The orders are those of ${erased.pseudonym} now.${rest}` };
}
