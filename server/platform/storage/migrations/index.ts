import type { Migration } from 'kysely/migration';
import type { Engine } from '../engine.ts';
import * as shop from './001-shop.ts';
import * as ledgerGuardPostgres from './002-ledger-guard.postgres.ts';
import * as ledgerGuardSqlite from './002-ledger-guard.sqlite.ts';
import * as catalogueNews from './003-catalogue-news.postgres.ts';
import * as windowEnds from './004-window-ends.ts';
import * as sessionNews from './005-session-news.postgres.ts';
import * as productsOnSale from './006-products-on-sale.ts';
import * as familiarPlaces from './007-familiar-places.ts';
import * as fieldNames from './008-field-names.ts';
import * as noSessionNews from './009-no-session-news.postgres.ts';
import * as orderChanges from './010-order-changes.ts';
import * as ledgerNotes from './012-ledger-notes.ts';
import * as outbox from './013-outbox.ts';
import * as synonyms from './014-synonyms.ts';
import * as devices from './015-devices.ts';
import * as noCatalogueNews from './016-no-catalogue-news.postgres.ts';
import * as stockChanges from './017-stock-changes.ts';
import * as noImportProgress from './018-no-import-progress.ts';
import * as accounts from './020-accounts.ts';
import * as webhooks from './021-webhooks.ts';
import * as variants from './022-variants.ts';
import * as soldOut from './024-sold-out.ts';
import * as indexRevisions from './025-index-revisions.ts';
import * as shopIdentity from './028-shop-identity.ts';
import * as pictures from './030-pictures.ts';
import * as orderNumbers from './032-order-numbers.ts';
import * as orderHistory from './033-order-history.ts';
import * as invoices from './035-invoices.ts';
import * as recoveryCodes from './036-recovery-codes.ts';
import * as loginEvents from './037-login-events.ts';
import * as passkeys from './038-passkeys.ts';
import * as searches from './039-searches.ts';
import * as invoiceStart from './041-invoice-start.ts';
import * as saleTerms from './042-sale-terms.ts';
import * as invoiceEvents from './043-invoice-events.ts';
import * as productTax from './047-product-tax.ts';
import * as appliedFiles from './048-applied-files.ts';
import * as identityPictures from './049-identity-pictures.ts';
import * as attempts from './051-attempts.ts';
import * as securityEvents from './052-security-events.ts';
import * as restocks from './054-restocks.ts';
import * as lastBackup from './055-last-backup.ts';

/** They run in the order of their names. A migration that was released never changes, nor does its name. */
const migrations: Record<Engine, Record<string, Migration>> = {
  sqlite: {
    '001-shop': shop,
    '002-ledger-guard': ledgerGuardSqlite,
    '004-window-ends': windowEnds,
    '006-products-on-sale': productsOnSale,
    '007-familiar-places': familiarPlaces,
    '008-field-names': fieldNames,
    '010-order-changes': { up: orderChanges.upSqlite },
    '012-ledger-notes': ledgerNotes,
    '013-outbox': outbox,
    '014-synonyms': synonyms,
    '015-devices': devices,
    '017-stock-changes': stockChanges,
    '018-no-import-progress': noImportProgress,
    '020-accounts': { up: accounts.upSqlite },
    '021-webhooks': webhooks,
    '022-variants': variants,
    '024-sold-out': soldOut,
    '025-index-revisions': indexRevisions,
    '028-shop-identity': shopIdentity,
    '030-pictures': { up: pictures.upSqlite },
    '032-order-numbers': orderNumbers,
    '033-order-history': { up: orderHistory.upSqlite },
    '035-invoices': invoices,
    '036-recovery-codes': recoveryCodes,
    '037-login-events': loginEvents,
    '038-passkeys': passkeys,
    '039-searches': searches,
    '041-invoice-start': invoiceStart,
    '042-sale-terms': saleTerms,
    '043-invoice-events': { up: invoiceEvents.upSqlite },
    '047-product-tax': productTax,
    '048-applied-files': appliedFiles,
    '049-identity-pictures': identityPictures,
    '051-attempts': attempts,
    '052-security-events': { up: securityEvents.upSqlite },
    '054-restocks': { up: restocks.upSqlite },
    '055-last-backup': lastBackup,
  },
  postgres: {
    '001-shop': shop,
    '002-ledger-guard': ledgerGuardPostgres,
    '003-catalogue-news': catalogueNews,
    '004-window-ends': windowEnds,
    '005-session-news': sessionNews,
    '006-products-on-sale': productsOnSale,
    '007-familiar-places': familiarPlaces,
    '008-field-names': { up: fieldNames.upPostgres },
    '009-no-session-news': noSessionNews,
    '010-order-changes': { up: orderChanges.upPostgres },
    '012-ledger-notes': ledgerNotes,
    '013-outbox': outbox,
    '014-synonyms': synonyms,
    '015-devices': devices,
    '016-no-catalogue-news': noCatalogueNews,
    '017-stock-changes': stockChanges,
    '018-no-import-progress': noImportProgress,
    '020-accounts': { up: accounts.upPostgres },
    '021-webhooks': webhooks,
    '022-variants': variants,
    '024-sold-out': soldOut,
    '025-index-revisions': indexRevisions,
    '028-shop-identity': shopIdentity,
    '030-pictures': { up: pictures.upPostgres },
    '032-order-numbers': orderNumbers,
    '033-order-history': { up: orderHistory.upPostgres },
    '035-invoices': invoices,
    '036-recovery-codes': recoveryCodes,
    '037-login-events': loginEvents,
    '038-passkeys': passkeys,
    '039-searches': searches,
    '041-invoice-start': invoiceStart,
    '042-sale-terms': saleTerms,
    '043-invoice-events': { up: invoiceEvents.upPostgres },
    '047-product-tax': productTax,
    '048-applied-files': appliedFiles,
    '049-identity-pictures': identityPictures,
    '051-attempts': attempts,
    '052-security-events': { up: securityEvents.upPostgres },
    '054-restocks': { up: restocks.upPostgres },
    '055-last-backup': lastBackup,
  },
};

export function migrationsOf(engine: Engine): Record<string, Migration> {
  return migrations[engine];
}
