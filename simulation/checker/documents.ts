/** Invariants of the contents of invoices and credit notes. */
import { toCents } from '../../contract/money.ts';
import type { FoundOrder, Invoice } from '../../contract/orders.ts';
import { callsOf, type PairedHistory } from './calls.ts';
import { isSame, type StoredChange } from './order-state.ts';

type Final = PairedHistory['final'];
type StoredOrder = Final['orders'][number];
type Document = Final['invoices'][number];
/** Cents by rate, in thousandths of a percent. */
type Amounts = ReadonlyMap<number, number>;

/** Finds documents whose taxes are not those of the order's lines, or of what went back of them so far. */
export function findWrongTaxes({ final }: PairedHistory): string[] {
  return ordersWithDocuments(final).flatMap(({ order, documents }) => {
    const sold = amountsOf(order, (_, qty) => qty);
    let credited: Amounts = new Map();
    return documents.flatMap(({ changeNumber, taxes, ...document }) => {
      const gross: Amounts = new Map(taxes.map(({ rate, grossCents }) => [rate, grossCents]));
      const before = changeNumber === 0 ? new Map<number, number>() : credited;
      const after = add(before, gross);
      if (changeNumber > 0) credited = after;
      const isClosed = taxes.every(
        ({ rate, taxCents }) =>
          taxCents === taxOf(after.get(rate) ?? 0, rate) - taxOf(before.get(rate) ?? 0, rate),
      );
      const isSplit =
        changeNumber === 0
          ? isEqual(gross, sold)
          : isOf(
              gross,
              subtract(sold, before),
              document.amountCents,
              returnedOf(order, changeNumber),
            );
      if (isClosed && isSplit && sumOf(gross) === document.amountCents) return [];
      return [
        `${document.number}, change ${changeNumber} of ${order.id}: ${JSON.stringify(taxes)}`,
      ];
    });
  });
}

/**
 * Finds documents whose number has another year than their day, that are dated before an earlier one or before what they
 * are of, or are credit notes before their invoice.
 */
export function findWrongDays({ final }: PairedHistory): string[] {
  const late = final.invoices.flatMap(({ number, year, issuedOn, suppliedOn }, index) => {
    const before = final.invoices[index - 1]?.issuedOn ?? '';
    const isRight = issuedOn.startsWith(`${year}-`) && issuedOn >= before && issuedOn >= suppliedOn;
    return isRight ? [] : [`${number} was issued on ${issuedOn}, and the one before on ${before}`];
  });
  const disordered = ordersWithDocuments(final).flatMap(({ order, documents }) => {
    const numbers = documents.map(({ number }) => number);
    const isInOrder = isSame(numbers, numbers.toSorted()) && documents[0]?.changeNumber === 0;
    const days = documents.map(({ suppliedOn, changeNumber }) => {
      const at = order.times[changeNumber - 1] ?? order.placedAt;
      return suppliedOn === dayOf(at, order.terms?.timeZone);
    });
    return isInOrder && days.every(Boolean) ? [] : [`order ${order.id} has ${numbers.join(', ')}`];
  });
  return [...late, ...disordered];
}

/** Finds documents of a shop without an identity, and those that do not have an address that the order had. */
export function findWrongParties(history: PairedHistory): string[] {
  const mended = Map.groupBy(
    callsOf(history, 'change order'),
    ({ operation: { orderId, address } }) => `${orderId} ${address}`,
  );
  return ordersWithDocuments(history.final).flatMap(({ order, documents }) =>
    documents
      .filter(({ buyer }) => {
        const addresses = [order.address, ...order.changes.map(({ address }) => address)];
        const isKnown = addresses.includes(buyer) || mended.has(`${order.id} ${buyer}`);
        // Nobody knows the address of an erased order whose response is lost.
        return !order.terms || (!isKnown && !order.isNameless);
      })
      .map(({ number, buyer }) => `${number} of ${order.terms?.seller ?? 'nobody'} for ${buyer}`),
  );
}

/** Finds invoices that were shown otherwise than they were issued. */
export function findWronglyShown(history: PairedHistory): string[] {
  const documents = new Map(history.final.invoices.map((one) => [one.number, one]));
  return callsOf(history, 'read invoice').flatMap(({ id, operation, response }) => {
    if (response?.status !== 200) return [];
    const { document }: FoundOrder = JSON.parse(response.body);
    const issued = documents.get(operation.number);
    const isRight =
      document && issued && isShownAs(document, issued) && document.buyer === issued.buyer;
    return isRight ? [] : [`call ${id} shows ${operation.number} as ${response.body}`];
  });
}

export type ShownDocument = Omit<Invoice, 'buyer'>;

/** Whether a document is shown as it was issued, and net and tax are gross. */
export function isShownAs(
  { issuedOn, suppliedOn, total, taxes }: ShownDocument,
  issued: Document,
): boolean {
  const shown = taxes.map(({ percent, net, tax, gross }) => ({
    ...{ rate: Math.round(percent * 1_000), grossCents: toCents(gross) },
    taxCents: toCents(tax),
    isClosed: toCents(net) + toCents(tax) === toCents(gross),
  }));
  const expected = issued.taxes.map((tax) => ({ ...tax, isClosed: true }));
  return (
    isSame(
      shown.toSorted((one, other) => one.rate - other.rate),
      expected,
    ) &&
    isSame([issuedOn, suppliedOn], [issued.issuedOn, issued.suppliedOn]) &&
    toCents(total) === issued.amountCents
  );
}

/** The documents of each order that has some, those of its changes in their order. */
function ordersWithDocuments({ orders, invoices }: Final) {
  const documentsOf = Map.groupBy(invoices, ({ orderId }) => orderId);
  return orders.flatMap((order) => {
    const documents: Document[] = documentsOf.get(order.id) ?? [];
    const sorted = documents.toSorted((one, other) => one.changeNumber - other.changeNumber);
    return sorted.length > 0 ? [{ order, documents: sorted }] : [];
  });
}

/** Whether a credit is that of its lines, as far as something is left of their rates, and the rest split as what is left. */
function isOf(gross: Amounts, left: Amounts, amountCents: number, lines: Amounts): boolean {
  const ofLines = new Map(
    [...lines].map(([rate, cents]) => [rate, Math.min(cents, left.get(rate) ?? 0)]),
  );
  const rest = amountCents - sumOf(ofLines);
  const others = subtract(left, ofLines);
  const total = sumOf(others);
  return [...others].every(([rate, cents]) => {
    const part = (gross.get(rate) ?? 0) - (ofLines.get(rate) ?? 0);
    // To the cent.
    return part >= 0 && part <= cents && Math.abs(part * total - rest * cents) <= total;
  });
}

/** The amounts of the lines that a change paid back. */
function returnedOf(order: StoredOrder, changeNumber: number): Amounts {
  const change: StoredChange | undefined = order.changes[changeNumber - 1];
  if (change?.kind === 'cancelled') return amountsOf(order, (_, qty) => qty);
  const units = new Map(change?.returns.map(([id, refunded]) => [id, refunded]));
  return amountsOf(order, (id) => units.get(id) ?? 0);
}

function amountsOf({ lines }: StoredOrder, unitsOf: (id: string, qty: number) => number): Amounts {
  const each = lines.map(({ productId, qty, costCents, taxRate }) => {
    return new Map([[taxRate ?? 0, costCents * unitsOf(productId, qty)]]);
  });
  return each.reduce(add, new Map<number, number>());
}

/** The tax that an amount includes, rounded half up. */
function taxOf(grossCents: number, rate: number): number {
  const divisor = 2 * (100_000 + rate);
  return Math.floor((2 * grossCents * rate + divisor / 2) / divisor);
}

function add(one: Amounts, other: Amounts): Map<number, number> {
  const rates = new Set([...one.keys(), ...other.keys()]);
  return new Map([...rates].map((rate) => [rate, (one.get(rate) ?? 0) + (other.get(rate) ?? 0)]));
}

function subtract(one: Amounts, other: Amounts): Map<number, number> {
  return add(one, new Map([...other].map(([rate, cents]) => [rate, -cents])));
}

function isEqual(one: Amounts, other: Amounts): boolean {
  return [...subtract(one, other).values()].every((cents) => cents === 0);
}

function sumOf(amounts: Amounts): number {
  return [...amounts.values()].reduce((sum, cents) => sum + cents, 0);
}

function dayOf(at: number, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at);
}
