/** Reads and writes the shop's identity in the database. */
import { hash } from 'node:crypto';
import type { ShopIdentity } from '../../../contract/shop-identity.ts';
import { logChange } from '../../platform/operator-log.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { lockCatalogue } from '../../platform/storage/locks.ts';
import type { Db, IdentityRow } from '../../platform/storage/schema.ts';
import { transact } from '../../platform/storage/transaction.ts';
import { writeVersion } from '../catalogue/store.ts';
import type { IdentityPictures } from './pictures.ts';
import { writeSaleTerms } from './sale-terms.ts';

type Content = Pick<IdentityRow, 'document' | 'pictures'>;

/** @returns undefined if the shop has none */
export async function readIdentity(db: Db): Promise<ShopIdentity | undefined> {
  const row = await db.selectFrom('shop_identity').select('document').executeTakeFirst();
  // Only checked documents are written.
  return row && (JSON.parse(row.document) as ShopIdentity);
}

export interface WholeIdentity {
  identity: ShopIdentity;
  pictures: IdentityPictures;
}

/** @returns undefined if the shop has none */
export async function readWholeIdentity(db: Db): Promise<WholeIdentity | undefined> {
  const columns = ['document', 'pictures'] as const;
  const row = await db.selectFrom('shop_identity').select(columns).executeTakeFirst();
  // Only checked values are written.
  return row && { identity: JSON.parse(row.document), pictures: JSON.parse(row.pictures) };
}

/** Changes with every change of the identity; empty if the shop has none. */
export async function readIdentityVersion(db: Db): Promise<string> {
  const row = await db.selectFrom('shop_identity').select('version').executeTakeFirst();
  return row?.version ?? '';
}

/**
 * Replaces the identity by a checked one, or removes it. All servers show it at once, because this writes a version of
 * the catalogue.
 */
export async function replaceIdentity(
  services: OperatorServices,
  identity: ShopIdentity | undefined,
  made: IdentityPictures = {},
): Promise<void> {
  await transact(services.db, async (tx) => {
    await lockCatalogue(tx);
    const now = services.now();
    const before = { identity: await readIdentity(tx) };
    const entry = { action: 'shop changed', before, after: { identity } } as const;
    await logChange(tx, services, entry, now);
    await tx.deleteFrom('shop_identity').execute();
    if (identity !== undefined) {
      const [document, pictures] = [JSON.stringify(identity), JSON.stringify(made)];
      const version = versionOf({ document, pictures });
      await tx.insertInto('shop_identity').values({ id: 1, version, document, pictures }).execute();
      await writeSaleTerms(tx, identity, now);
    }
    await writeVersion(tx, services.newId());
  });
}

/** The version depends on the content alone. */
export function versionOf({ document, pictures }: Content): string {
  return hash('sha256', document + pictures, 'base64url').slice(0, 11);
}
