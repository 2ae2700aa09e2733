/** Parses arguments of `qkart orders …`. Every function throws InvalidArgumentError with the expected format. */
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { QUANTITY_MAX } from '../../contract/limits.ts';
import {
  CARRIER_RULE,
  PARCEL_NUMBER_RULE,
  readCarrier,
  readParcelNumber,
} from '../../server/operations/orders/parcel-rules.ts';

export function parseCarrier(text: string): string {
  return readCarrier(text) ?? refuse(`It ${CARRIER_RULE}.`);
}

export function parseParcelNumber(text: string): string {
  return readParcelNumber(text) ?? refuse(`It ${PARCEL_NUMBER_RULE}.`);
}

/** Adds the units of a product. The last equals sign separates them, because an id may contain one. */
export function addUnits(
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
