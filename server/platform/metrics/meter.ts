/** Counts what was committed. Amounts are cents. */
export interface Meter {
  orderPlaced(totalCents: number): void;
  moneyGranted(cents: number): void;
}

/** For a shop without metrics. */
export const noMeter: Meter = { orderPlaced() {}, moneyGranted() {} };
