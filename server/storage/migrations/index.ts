import type { Migration } from 'kysely/migration';
import * as shop from './001-shop.ts';
import * as searchIndex from './002-search-index.sqlite.ts';
import * as ledgerGuard from './003-ledger-guard.sqlite.ts';

/** In the order of their names; a name that has landed never changes. */
export const migrations: Record<string, Migration> = {
  '001-shop': shop,
  '002-search-index': searchIndex,
  '003-ledger-guard': ledgerGuard,
};
