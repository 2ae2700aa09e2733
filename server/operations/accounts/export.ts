import type { AccountExport } from '../../../contract/personal-data.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { writeExport } from '../../shop/personal-data/export.ts';
import { findAccount } from './find.ts';

/**
 * All data that the shop has about a person, as the person can download it.
 * @param db a snapshot, so that all data is consistent
 * @param account name or id
 * @throws OperatorError
 */
export async function exportAccount(db: Db, account: string): Promise<AccountExport> {
  const { id } = await findAccount(db, account);
  const parts = await Array.fromAsync(writeExport(db, id));
  // Safe: `writeExport` writes one.
  return JSON.parse(parts.join('')) as AccountExport;
}
