import { ADDRESS_MAX_LENGTH, ADDRESSES_MAX } from '../../../contract/limits.ts';
import { Refusal } from '../../../contract/refusals.ts';
import { countCharacters, isBlank } from '../../../contract/text.ts';

/** @returns the trimmed text. @throws Refusal ADDRESS_EMPTY, also for a missing text; ADDRESS_TOO_LONG */
export function checkAddress(text = ''): string {
  const address = text.trim();
  if (isBlank(address)) throw new Refusal('ADDRESS_EMPTY');
  if (countCharacters(address) > ADDRESS_MAX_LENGTH) throw new Refusal('ADDRESS_TOO_LONG');
  return address;
}

export function checkRoomForOneMore(saved: number): void {
  if (saved >= ADDRESSES_MAX) throw new Refusal('ADDRESSES_TOO_MANY');
}
