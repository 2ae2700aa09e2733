import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';
import * as shop from './001-shop.ts';
import * as searchIndexPostgres from './002-search-index.postgres.ts';
import * as searchIndexSqlite from './002-search-index.sqlite.ts';
import * as ledgerGuardPostgres from './003-ledger-guard.postgres.ts';
import * as ledgerGuardSqlite from './003-ledger-guard.sqlite.ts';
import * as catalogueNews from './004-catalogue-news.postgres.ts';

/** In the order of their names; a name that has landed never changes. */
const migrations: Record<Engine, Record<string, Migration>> = {
  sqlite: {
    '001-shop': shop,
    '002-search-index': searchIndexSqlite,
    '003-ledger-guard': ledgerGuardSqlite,
  },
  postgres: {
    '001-shop': shop,
    '002-search-index': searchIndexPostgres,
    '003-ledger-guard': ledgerGuardPostgres,
    '004-catalogue-news': catalogueNews,
  },
};

export function migrationsOf(engine: Engine): Record<string, Migration> {
  return migrations[engine];
}
