/** What a carrier's name and a parcel's number may be. */
const CARRIER = /^[\p{L}\p{N}][\p{L}\p{N} .&'/+-]{0,39}$/u;
const PARCEL_NUMBER = /^[A-Za-z0-9][A-Za-z0-9 ./-]{0,59}$/;

export const CARRIER_RULE = 'must be a name of at most 40 letters, digits and spaces, such as UPS';
export const PARCEL_NUMBER_RULE = 'must be 1 to 60 letters, digits, spaces and dashes';

/** @returns undefined if the text can't be a carrier's name */
export function readCarrier(text: string): string | undefined {
  const name = text.trim().normalize();
  return CARRIER.test(name) ? name : undefined;
}

/** @returns undefined if the text can't be a parcel's number */
export function readParcelNumber(text: string): string | undefined {
  const number = text.trim();
  return PARCEL_NUMBER.test(number) ? number : undefined;
}
