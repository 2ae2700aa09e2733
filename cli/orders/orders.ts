/** The commands `qkart orders …`. */
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { formatDay } from '../../contract/dates.ts';
import { orderStatuses } from '../../contract/orders.ts';
import { toCsv } from '../../server/operations/orders/export.ts';
import { toJournal } from '../../server/operations/orders/journal.ts';
import { orderList } from '../../server/operations/orders/list.ts';
import {
  findOrders,
  findOrdersToPack,
  type OrderFilter,
} from '../../server/operations/orders/orders.ts';
import { toSlips } from '../../server/operations/orders/slips.ts';
import { createDayFormat } from '../../server/platform/days.ts';
import { readIdentity } from '../../server/shop/identity/store.ts';
import { reading } from '../shared/action.ts';
import { type ListOptions, printList, toJsonArray } from '../shared/list.ts';
import { writeOutput, writePage, writeSpooled } from '../shared/output.ts';
import { type Range, toTimes, withRange } from '../shared/periods.ts';
import { readShop, readShopSnapshot, readTimeZone } from '../shared/shop.ts';
import { addChanges } from './changes.ts';
import { createOrderJson, show } from './show.ts';

export function addOrders(orders: CommandUnknownOpts): void {
  orders.description(
    'Lists, shows, ships, cancels, refunds and exports orders, beside the running shop. Tables have times in the time zone of the shop.',
  );
  withFilters(orders.command('list'))
    .summary('list orders, newest first')
    .description('Lists orders, newest first.')
    .option('--json', 'print a JSON array')
    .action(reading(list));
  orders
    .command('show <id>')
    .summary('show an order with its lines and its history')
    .description('Shows an order with its lines and its history.')
    .option('--json', 'print a JSON object')
    .action(reading(show));
  addChanges(orders);
  withFilters(orders.command('export'))
    .summary('write orders for a spreadsheet or a program')
    .description(
      'Writes orders to the standard output: as CSV, a row for each line of an order, or as a JSON array.',
    )
    .addOption(
      new Option('--format <name>', 'of the output').choices(['csv', 'json']).default('csv'),
    )
    .action(reading(exportOrders));
  withFilters(orders.command('slips'))
    .summary('write packing slips and a pick list for the printer')
    .description(
      `Writes a page of HTML to the standard output: first the units of each product to pick, then a slip for each order, \
whose address fits a window envelope. Usually for --status placed. Cancelled orders are left out, unless --status \
names them.`,
    )
    .action(reading(printSlips));
  orders
    .command('journal')
    .summary('write the ledger for hledger')
    .description(
      `Writes the whole ledger to the standard output, as a journal that hledger reads: wallets, sales, refunds and \
grants, a transaction for each of the ledger. It names no person.`,
    )
    .action(
      reading(() =>
        writeSpooled((spool) =>
          readShopSnapshot(async (tx) => spool(toJournal(tx, await readTimeZone(tx)))),
        ),
      ),
    );
}

function withFilters(command: Command) {
  return withRange(command)
    .addOption(new Option('--status <status>', 'only of this status').choices(orderStatuses))
    .option('--customer <account>', 'only of this account: its name or id');
}

type Filters = Range & Pick<OrderFilter, 'status' | 'customer'>;

/** @throws InvalidArgumentError */
function toFilter(
  { since, until, limit, status, customer }: Filters,
  timeZone: string,
): OrderFilter {
  return { ...toTimes({ since, until }, timeZone), limit, status, customer };
}

const NONE = 'There are no such orders.';

async function list({ json, ...filters }: Filters & ListOptions): Promise<void> {
  await readShop(async (db) => {
    const toJson = await createOrderJson(db);
    const timeZone = await readTimeZone(db);
    const found = findOrders(db, toFilter(filters, timeZone));
    await printList(found, orderList, { json, timeZone, toJson });
  });
}

async function exportOrders({ format, ...filters }: Filters & { format: string }): Promise<void> {
  await readShop(async (db) => {
    const pages = findOrders(db, toFilter(filters, await readTimeZone(db)));
    await writeOutput(
      format === 'csv' ? toCsv(pages) : toJsonArray(pages, await createOrderJson(db)),
    );
  });
}

async function printSlips(filters: Filters): Promise<void> {
  await readShopSnapshot(async (tx) => {
    const { name = 'QKart', timeZone = 'UTC', locale } = (await readIdentity(tx)) ?? {};
    const toDay = createDayFormat(timeZone);
    const dayOf = (time: number) => formatDay(toDay(time), 'long', locale);
    const readOrders = () => findOrdersToPack(tx, toFilter(filters, timeZone));
    await writePage(toSlips({ shop: name, dayOf, readOrders }), NONE);
  });
}
