import { open, rm } from 'node:fs/promises';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { toWriteError } from '../../platform/system-errors.ts';
import { readIdentity } from '../../shop/identity/store.ts';

/** @throws OperatorError if the shop has no identity */
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

/** Writes a new file, completely or not at all. @throws OperatorError if it exists or can't be written */
export async function exportIdentity(identity: ShopIdentity, path: string): Promise<void> {
  try {
    await using file = await open(path, 'wx');
    await file.writeFile(formatIdentity(identity)).catch(async (error) => {
      await rm(path, { force: true });
      throw error;
    });
  } catch (error) {
    throw toWriteError(path, error);
  }
}
