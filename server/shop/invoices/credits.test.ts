import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountsOf, type Credit, type TaxedAmount, taxCredits, taxInvoice } from './credits.ts';

const RATES = [0, 5_000, 7_000, 19_000, 20_000, 100_000];

const line = fc.record({
  qty: fc.integer({ min: 1, max: 99 }),
  cost_cents: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 1e8 })),
  tax_rate: fc.constantFrom(...RATES),
});
/** The size of a refund: units of some lines, or a share of the remaining amount. */
const refund = fc.record({
  lines: fc.array(fc.record({ line: fc.nat(), units: fc.nat(99) }), { maxLength: 3 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

interface Refund {
  lines: { line: number; units: number }[];
  share: number;
}

interface Line {
  qty: number;
  cost_cents: number;
  tax_rate: number;
}

/** Refunds as the shop allows them, and at last all that is left. */
function creditsOf(lines: readonly Line[], refunds: readonly Refund[]): Credit[] {
  const items = lines.map((item, index) => ({ ...item, line: index }));
  const left = items.map(({ qty }) => qty);
  let leftCents = items.reduce((sum, { qty, cost_cents }) => sum + qty * cost_cents, 0);
  const credits: Credit[] = [];
  for (const { lines: wanted, share } of [...refunds, { lines: [], share: 1 }]) {
    const units = new Map<number, number>();
    for (const { line: any, units: number } of wanted) {
      const index = any % items.length;
      units.set(index, Math.min(number, left[index] ?? 0));
    }
    const unitsOf = (index: number) => units.get(index) ?? 0;
    const ofLines = items.reduce((sum, item) => sum + item.cost_cents * unitsOf(item.line), 0);
    const isByLines = ofLines > 0 && ofLines <= leftCents;
    const amountCents = isByLines ? ofLines : Math.floor(leftCents * share);
    if (amountCents === 0) continue;
    if (isByLines) for (const [index, number] of units) left[index] = (left[index] ?? 0) - number;
    leftCents -= amountCents;
    credits.push({ amountCents, byLines: isByLines ? amountsOf(items, unitsOf) : new Map() });
  }
  return credits;
}

const sum = (parts: readonly TaxedAmount[], field: 'grossCents' | 'taxCents', rate?: number) =>
  parts
    .filter((part) => rate === undefined || part.rate === rate)
    .reduce((total, part) => total + part[field], 0);

test('every refund is split to the cent, no rate gets more than it had, and all together have the tax of the invoice', () => {
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.array(refund, { maxLength: 8 }),
      (lines, refunds) => {
        const sold = amountsOf(lines.map((item, index) => ({ ...item, line: index })));
        const credits = creditsOf(lines, refunds);
        const notes = taxCredits(sold, credits);
        for (const [index, note] of notes.entries()) {
          expect(sum(note, 'grossCents')).toBe(credits[index]?.amountCents);
          for (const { grossCents, taxCents } of note) {
            expect(grossCents).toBeGreaterThan(0);
            expect(taxCents).toBeGreaterThanOrEqual(0);
            expect(taxCents).toBeLessThanOrEqual(grossCents);
          }
        }
        for (const { rate, grossCents, taxCents } of taxInvoice(sold)) {
          expect(sum(notes.flat(), 'grossCents', rate)).toBe(grossCents);
          expect(sum(notes.flat(), 'taxCents', rate)).toBe(taxCents);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a part depends on what went back before alone', () => {
  const sold = new Map([
    [7_000, 1_000],
    [19_000, 1_000],
  ]);
  const [byLines, byAmount] = [new Map([[7_000, 500]]), new Map<number, number>()];
  const first = taxCredits(sold, [{ amountCents: 500, byLines }]);
  const both = taxCredits(sold, [
    { amountCents: 500, byLines },
    { amountCents: 301, byLines: byAmount },
  ]);
  expect(both[0]).toEqual(first[0]);
  // Two thirds of what is left have 19 %.
  expect(both[1]).toMatchObject([
    { rate: 7_000, grossCents: 100 },
    { rate: 19_000, grossCents: 201 },
  ]);
});

test('a line whose amount was refunded before takes the rest from the other rates', () => {
  const sold = new Map([
    [7_000, 10],
    [19_000, 10],
  ]);
  const [amount, ofLine] = taxCredits(sold, [
    { amountCents: 10, byLines: new Map() },
    { amountCents: 10, byLines: new Map([[7_000, 10]]) },
  ]);
  expect([amount, ofLine].map((note) => note?.map(({ grossCents }) => grossCents))).toEqual([
    [5, 5],
    [5, 5],
  ]);
});
