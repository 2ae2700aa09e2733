/** What each credit note of an order has of each rate of tax. */
import { includedTax } from '../../../contract/tax.ts';
import type {
  OrderChangeRow,
  OrderItemRow,
  OrderReturnRow,
} from '../../platform/storage/schema.ts';

/** Cents by rate. An amount without tax is not in it. */
export type Amounts = ReadonlyMap<number, number>;

/** A document's amounts of one rate. */
export interface TaxedAmount {
  rate: number;
  grossCents: number;
  taxCents: number;
}

export interface Credit {
  amountCents: number;
  /** The amounts of the lines that go back; empty for an amount. */
  byLines: Amounts;
}

/** @returns the amounts of an order's invoice by rate */
export function taxInvoice(sold: Amounts): TaxedAmount[] {
  return [...sold].map(([rate, grossCents]) => ({
    rate,
    grossCents,
    taxCents: includedTax(grossCents, rate),
  }));
}

/**
 * Splits each credit by rate: by its lines, as far as something of their rates is left, and the rest as what is left of
 * the order is. The tax of all credits up to one is that of their sum, so all of them together have the tax of the
 * invoice when everything went back.
 * @param credits all that went back of the order, oldest first; no more than was sold
 */
export function taxCredits(sold: Amounts, credits: readonly Credit[]): TaxedAmount[][] {
  const credited = new Map<number, number>();
  return credits.map(({ amountCents, byLines }) => {
    const left = subtract(sold, credited);
    const ofLines = takeAtMost(amountCents, atMost(byLines, left));
    const rest = takeAtMost(amountCents - sumOf(ofLines), subtract(left, ofLines));
    return [...sold.keys()].flatMap((rate) => {
      const grossCents = (ofLines.get(rate) ?? 0) + (rest.get(rate) ?? 0);
      if (grossCents === 0) return [];
      const before = credited.get(rate) ?? 0;
      credited.set(rate, before + grossCents);
      const taxCents = includedTax(before + grossCents, rate) - includedTax(before, rate);
      return [{ rate, grossCents, taxCents }];
    });
  });
}

/** The amounts of an order's lines, or of so many of their units. */
export function amountsOf(
  items: readonly Pick<OrderItemRow, 'line' | 'qty' | 'cost_cents' | 'tax_rate'>[],
  unitsOf: (line: number, qty: number) => number = (_line, qty) => qty,
): Amounts {
  const amounts = new Map<number, number>();
  for (const { line, qty, cost_cents, tax_rate } of items) {
    const cents = cost_cents * unitsOf(line, qty);
    if (tax_rate === null || cents === 0) continue;
    amounts.set(tax_rate, (amounts.get(tax_rate) ?? 0) + cents);
  }
  return amounts;
}

/** The units of an order's line that a change paid back. */
export function refundedUnits(
  returns: readonly OrderReturnRow[],
  { order_id, number }: Pick<OrderChangeRow, 'order_id' | 'number'>,
): (line: number) => number {
  const units = new Map(
    returns
      .filter((row) => row.order_id === order_id && row.number === number)
      .map(({ line, refunded }) => [line, refunded]),
  );
  return (line) => units.get(line) ?? 0;
}

/** Splits the amount in proportion to what is left, to the cent; takes everything if less is left. */
function takeAtMost(amountCents: number, available: Amounts): Amounts {
  const total = sumOf(available);
  const taken = Math.min(amountCents, total);
  if (taken === 0) return new Map();
  const parts = [...available].map(([rate, cents]) => {
    // The product of two amounts has more than 53 bits.
    const product = BigInt(taken) * BigInt(cents);
    return {
      rate,
      cents: Number(product / BigInt(total)),
      remainder: Number(product % BigInt(total)),
    };
  });
  // Cents that rounding down has left go to the largest remainders. These are not zero, so no rate gets more than it has.
  parts.sort((one, other) => other.remainder - one.remainder || one.rate - other.rate);
  const left = taken - parts.reduce((sum, { cents }) => sum + cents, 0);
  return new Map(parts.map(({ rate, cents }, index) => [rate, cents + (index < left ? 1 : 0)]));
}

function atMost(amounts: Amounts, limits: Amounts): Amounts {
  return new Map(
    [...amounts].map(([rate, cents]) => [rate, Math.min(cents, limits.get(rate) ?? 0)]),
  );
}

function subtract(amounts: Amounts, less: Amounts): Amounts {
  return new Map([...amounts].map(([rate, cents]) => [rate, cents - (less.get(rate) ?? 0)]));
}

function sumOf(amounts: Amounts): number {
  return [...amounts.values()].reduce((sum, cents) => sum + cents, 0);
}
