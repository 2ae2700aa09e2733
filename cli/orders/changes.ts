/** The commands `qkart orders …` that change an order. */
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { QUANTITY_MAX } from '../../contract/limits.ts';
import { formatCents } from '../../contract/money.ts';
import { changeAsOperator } from '../../server/operations/orders/orders.ts';
import {
  CARRIER_RULE,
  PARCEL_NUMBER_RULE,
  readCarrier,
  readParcelNumber,
} from '../../server/operations/orders/parcel-rules.ts';
import { readParcels } from '../../server/operations/orders/parcels.ts';
import { describeShipped, shipAll } from '../../server/operations/orders/ship-all.ts';
import { count } from '../../server/operations/reports/text.ts';
import { quote } from '../../server/platform/quote.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import type { ChangeResult } from '../../server/shop/orders/change.ts';
import { lastParcel } from '../../server/shop/orders/lifecycle.ts';
import { changing } from '../shared/action.ts';
import { parseAmount, parseKey, parseNote } from '../shared/arguments.ts';
import { openSource } from '../shared/files.ts';
import { withShop } from '../shared/shop.ts';
import { naming } from '../shared/text.ts';

export function addChanges(orders: CommandUnknownOpts): void {
  orders
    .command('ship [id]')
    .summary('mark an order, or those of a file, as shipped')
    .description(
      `Marks an order as shipped. From then on it can be refunded, and no longer cancelled.

A file is a table with the columns order, carrier, tracking, and perhaps note; - is the standard input. All of its \
orders are shipped, or none.`,
    )
    .option('--carrier <name>', 'who carries the parcel, such as UPS', parseCarrier)
    .option('--tracking <number>', 'the number of the parcel', parseParcelNumber)
    .option('--file <table>', 'ship the orders of this file instead')
    .option('--note <text>', 'for the history', parseNote)
    .action(
      changing(async (orderId, { file, note, ...parcel }) => {
        if (file === undefined && orderId !== undefined) {
          return change({ orderId, action: 'ship', note, tracking: toTracking(parcel) });
        }
        if (file === undefined) {
          throw new InvalidArgumentError('name an order, or a file of orders by --file');
        }
        if ([orderId, note, ...Object.values(parcel)].some((value) => value !== undefined)) {
          throw new InvalidArgumentError(
            '--file has the orders, their parcels and their notes itself',
          );
        }
        await shipFile(file);
      }),
    );
  const parcelCommands = {
    tracking: {
      action: 'track',
      summary: 'correct the parcel of a shipped order',
      description: 'Corrects the last parcel of a shipped order. The shopper sees the new one.',
    },
    parcel: {
      action: 'send',
      summary: 'add a parcel to a shipped order',
      description: 'Adds a parcel to a shipped order. The shopper sees all of them.',
    },
  } as const;
  for (const [name, { action, summary, description }] of Object.entries(parcelCommands)) {
    orders
      .command(`${name} <id>`)
      .summary(summary)
      .description(description)
      .requiredOption('--carrier <name>', 'who carries the parcel, such as UPS', parseCarrier)
      .requiredOption('--tracking <number>', 'the number of the parcel', parseParcelNumber)
      .option('--note <text>', 'for the history', parseNote)
      .action(
        changing((orderId, { note, ...parcel }) =>
          change({ orderId, action, note, tracking: toTracking(parcel) }),
        ),
      );
  }
  orders
    .command('note <id>')
    .summary('add a note to the history of an order')
    .description(
      'Adds a note to the history of an order, unless its last note says the same. The shopper does not see it.',
    )
    .argument('<text>', 'the note', parseNote)
    .action(changing((orderId, note) => change({ orderId, action: 'note', note })));
  orders
    .command('address <id>')
    .summary('mend the address of an order that is not shipped')
    .description(
      `Mends the address of an order that is not shipped. The shopper, slips and an invoice that is not issued yet get the new one.

Issued invoices keep the old one, and so does the history of the order. The addresses that the shopper has saved stay.`,
    )
    .argument('<text>', 'the whole address; line breaks separate its lines')
    .option('--note <text>', 'for the history', parseNote)
    .action(
      changing((orderId, address, { note }) =>
        change({ orderId, action: 'readdress', address, note }),
      ),
    );
  addReturns(orders);
}

function addReturns(orders: CommandUnknownOpts): void {
  orders
    .command('cancel <id>')
    .summary('cancel an order that is not shipped, or units of it')
    .description(
      `Cancels an order that is not shipped. The whole amount goes back to the wallet, and counted stock returns.

--line, which can be repeated, takes only these units out; the order is cancelled once it has none left. A part that is \
cancelled twice takes out twice as many, unless both name the same key.`,
    )
    .option('--line <product=qty>', 'take so many of this product out of the order', addUnits)
    .option('--note <text>', 'for the history', parseNote)
    .option('--key <text>', 'a name of this change: repeating it changes nothing', parseKey)
    .action(
      changing((orderId, { line: lines, ...options }) =>
        change({ orderId, action: 'cancel', lines, ...options }),
      ),
    );
  orders
    .command('refund <id>')
    .summary('put money of a shipped order back into the wallet')
    .description(
      `Puts money of a shipped order back into the wallet: all that is left of it, some of its lines, or an amount.

--line and --restock can be repeated. A unit is refunded once, and goes back to stock once. --restock without --line and \
--amount pays nothing: goods came back, and only the stock changes.

A part that is refunded twice is two refunds, unless both name the same key.`,
    )
    .option('--amount <dollars>', 'a part, as 12.50', parseAmount)
    .option('--line <product=qty>', 'refund so many of this product', addUnits)
    .option('--restock <product=qty>', 'so many of this product go back to stock', addUnits)
    .option('--note <text>', 'for the history', parseNote)
    .option('--key <text>', 'a name of this change: repeating it changes nothing', parseKey)
    .action(
      changing(async (orderId, { amount: amountCents, line: lines, ...options }) => {
        if (amountCents !== undefined && lines !== undefined) {
          throw new InvalidArgumentError('--amount and --line exclude each other');
        }
        // Without both, all that is not refunded yet is, or nothing if goods come back.
        await change({ orderId, action: 'refund', amountCents, lines, ...options });
      }),
    );
}

function parseCarrier(text: string): string {
  return readCarrier(text) ?? refuse(`It ${CARRIER_RULE}.`);
}

function parseParcelNumber(text: string): string {
  return readParcelNumber(text) ?? refuse(`It ${PARCEL_NUMBER_RULE}.`);
}

/** Adds the units of a product. The last equals sign separates them, because an id may contain one. */
function addUnits(
  pair: string,
  before: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const [, productId = '', text = ''] = /^(.+)=(\d{1,3})$/s.exec(pair) ?? [];
  const qty = Number(text);
  if (productId === '' || qty < 1 || qty > QUANTITY_MAX) {
    return refuse(
      `It must be PRODUCT=QTY, the id of a product and a number from 1 to ${QUANTITY_MAX}.`,
    );
  }
  if (before.has(productId)) return refuse(`${productId} is named twice.`);
  return new Map([...before, [productId, qty]]);
}

function refuse(message: string): never {
  throw new InvalidArgumentError(message);
}

type OperatorRequest = Parameters<typeof changeAsOperator>[1];

async function shipFile(name: string): Promise<void> {
  const parcels = await readParcels(await openSource(name));
  const report = await withShop((services) => shipAll(services, parcels));
  process.stdout.write(`${describeShipped(report)}\n`);
}

/** @throws InvalidArgumentError if only one of them is there */
function toTracking({
  carrier,
  tracking,
}: {
  carrier?: string | undefined;
  tracking?: string | undefined;
}): OperatorRequest['tracking'] {
  if (carrier === undefined && tracking === undefined) return undefined;
  if (carrier !== undefined && tracking !== undefined) return { carrier, number: tracking };
  throw new InvalidArgumentError('--carrier and --tracking belong together');
}

async function change(request: OperatorRequest): Promise<void> {
  const result = await naming(
    `order ${quote(request.orderId)}`,
    withShop((services) => changeAsOperator(services, request)),
  );
  process.stdout.write(`${describe(result, request)}\n`);
}

function describe(result: ChangeResult, { restock = new Map() }: OperatorRequest): string {
  const { order, action, isChanged } = result;
  const number = formatNumber(order.number);
  if (action === 'note') {
    return isChanged
      ? `The note is added to order ${number}.`
      : `The last note of order ${number} says this already. Nothing was changed.`;
  }
  if (action === 'readdress') {
    return isChanged
      ? `The address of order ${number} is changed.`
      : `Order ${number} has this address already. Nothing was changed.`;
  }
  if (action === 'restock') {
    const units = restock.values().reduce((sum, qty) => sum + qty, 0);
    const goods = `${count(units, 'unit')} of order ${number}`;
    return isChanged
      ? `${goods} ${units === 1 ? 'is' : 'are'} back in stock. Nothing was paid back.`
      : `${goods} went back to stock before; nothing was changed now.`;
  }
  return describeStatus(result);
}

function describeStatus({ order, changes, isChanged }: ChangeResult): string {
  const refunded =
    order.refunded_cents === 0
      ? ''
      : `, ${formatCents(order.refunded_cents)} of ${formatCents(order.total_cents)} refunded`;
  const already = isChanged ? '' : ' already';
  const parcel = lastParcel(changes);
  const inParcel = parcel?.tracking ? `, ${parcel.carrier} ${parcel.tracking}` : '';
  return `Order ${formatNumber(order.number)} is ${order.status}${already}${inParcel}${refunded}.`;
}
