import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { readIdentity } from '../../shop/identity/store.ts';

/** @throws OperatorError if the shop has no identity of its own */
export async function requireIdentity(db: Db): Promise<ShopIdentity> {
  const identity = await readIdentity(db);
  if (identity === undefined) {
    throw new OperatorError(
      'This shop has no identity of its own: qkart shop import FILE sets it.',
    );
  }
  return identity;
}

/** The content of `shop.json`. Once it was imported, its export has the same bytes. */
export function formatIdentity(identity: ShopIdentity): string {
  return `${JSON.stringify(identity, undefined, 2)}\n`;
}
