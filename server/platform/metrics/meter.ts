/** Counts committed sales and grants. Amounts are cents. */
export interface Meter {
  orderPlaced(totalCents: number): void;
  moneyGranted(cents: number): void;
}

/** The meter of a shop without metrics. */
export const noMeter: Meter = { orderPlaced() {}, moneyGranted() {} };
