/** What a shop lacks before it goes public. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DELIVERY_BUSINESS_DAYS, OPENING_BALANCE_CENTS } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import type { Config } from '../../platform/settings/config.ts';
import { engineOf } from '../../platform/storage/engine.ts';
import type { Db } from '../../platform/storage/schema.ts';
import { toReadError } from '../../platform/system-errors.ts';
import { readIdentity } from '../../shop/identity/store.ts';
import { findBackupFault } from '../backup/backup-fault.ts';
import { findDemoProducts } from '../feeds/demo.ts';
import { findMissing } from '../pictures/remote.ts';

const LEGAL_TEXTS = ['imprint', 'privacy', 'terms', 'returns'];
const BACKUP_MAX_AGE_MS = 24 * 60 * 60 * 1_000;

export interface LaunchCheck {
  db: Db;
  now: () => number;
  config: Pick<Config, 'publicUrl' | 'imageOrigin' | 'openingBalanceCents'>;
  /** The folder of the backups; undefined if none was named. */
  backups: string | undefined;
}

export interface Lack {
  what: string;
  /** How the identity gets it without the desk, which has a form for all of the identity. */
  how?: string;
}

/** @returns a sentence for each thing, with what to do @throws OperatorError if the folder can't be read */
export async function findLacks(check: LaunchCheck): Promise<string[]> {
  const lacks = await findShopLacks(check);
  const sentences = lacks.map(({ what, how }) => (how === undefined ? what : `${what}: ${how}.`));
  return [...sentences, ...(await findBackupLacks(check))];
}

/** The same without backups. */
export async function findShopLacks({
  db,
  config,
}: Pick<LaunchCheck, 'db' | 'config'>): Promise<Lack[]> {
  const others = [...findSettingLacks(config), ...(await findProductLacks(db))];
  return [...(await findIdentityLacks(db)), ...others.map((what) => ({ what }))];
}

async function findIdentityLacks(db: Db): Promise<Lack[]> {
  const identity = await readIdentity(db);
  if (identity === undefined) {
    const what = 'The shop has no identity of its own, and issues no invoices';
    return [{ what, how: 'qkart shop import FILE sets it' }];
  }
  const { seller, delivery, legal = {} } = identity;
  const texts = LEGAL_TEXTS.filter((name) => !Object.hasOwn(legal, name));
  const promise = `free delivery within ${DELIVERY_BUSINESS_DAYS} business days`;
  const lacks = [
    seller ? [] : { what: 'Nobody is named as the seller', how: 'seller in shop.json' },
    texts.map((name) => ({ what: `There is no text "${name}"`, how: 'legal in shop.json' })),
    delivery
      ? []
      : { what: `Pages promise ${promise}, as the demo does`, how: 'delivery in shop.json' },
  ];
  return lacks.flat();
}

function* findSettingLacks(config: LaunchCheck['config']): Generator<string> {
  const { publicUrl, imageOrigin, openingBalanceCents } = config;
  // Without the setting, pictures have no origin in the API.
  if (imageOrigin === '') {
    yield 'PUBLIC_URL is not set: it is the address under which shoppers find the shop.';
  } else if (!publicUrl.startsWith('https:')) {
    yield `PUBLIC_URL is ${publicUrl}, without HTTPS: passwords could be read on their way.`;
  }
  if (openingBalanceCents === OPENING_BALANCE_CENTS) {
    const dollars = toDollars(OPENING_BALANCE_CENTS);
    yield `Each new account gets $${dollars}: set OPENING_BALANCE to what you give, such as 0.`;
  }
}

async function findProductLacks(db: Db): Promise<string[]> {
  let missing = 0;
  for await (const batch of findMissing(db)) missing += batch.length;
  const { demo } = await findDemoProducts(db);
  const onSale = demo.filter(({ active }) => active === 1).length;
  return [
    ...(missing === 0
      ? []
      : [
          `Products on sale without a picture: ${missing}. qkart pictures list --missing names them.`,
        ]),
    ...(onSale === 0
      ? []
      : [`Products of the demo on sale: ${onSale}. qkart catalogue remove --demo takes them out.`]),
  ];
}

async function findBackupLacks({ backups, now, db }: LaunchCheck): Promise<string[]> {
  if (backups === undefined) {
    return ['It is not known whether there is a backup: name its folder by --backups FOLDER.'];
  }
  const engine = engineOf(db);
  const faulty: string[] = [];
  for (const { path, size, mtimeMs } of await filesIn(backups)) {
    const fault = size === 0 ? 'is empty' : await findBackupFault(path, engine);
    if (fault !== undefined) {
      faulty.push(`${path} ${fault}, so it does not count as a backup.`);
      continue;
    }
    // Only a backup that is read whole counts, and what older ones are does not matter.
    if (now() - mtimeMs <= BACKUP_MAX_AGE_MS) return faulty;
    const day = new Date(mtimeMs).toISOString().slice(0, 10);
    return [...faulty, `The latest backup in ${backups} is of ${day}, more than a day old.`];
  }
  const command = engine === 'sqlite' ? 'qkart backup FILE' : 'pg_dump';
  return [...faulty, `There is no backup in ${backups}: ${command} makes one.`];
}

/** The files of a folder, the newest first, without those that `qkart backup` is still writing. */
async function filesIn(folder: string): Promise<{ path: string; size: number; mtimeMs: number }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
    throw toReadError(folder, error);
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const files = names
    .filter((name) => !name.endsWith('.part'))
    .map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    });
  return (await Promise.all(files)).sort((one, other) => other.mtimeMs - one.mtimeMs);
}
