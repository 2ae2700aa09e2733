import type { Meter } from '../services.ts';

/** The meter of a shop without metrics. */
export const noMeter: Meter = { orderPlaced() {}, moneyGranted() {} };
