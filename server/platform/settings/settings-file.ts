import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { OperatorError } from '../operator-error.ts';
import { escapeInvisible } from '../quote.ts';
import { reasonOf } from '../storage/errors.ts';
import { settingNames } from './config.ts';

/** In the working directory, for the shop and for commands alike. */
export const SETTINGS_FILE = 'qkart.env';
/** What Node, PostgreSQL, SQLite and the system read, and a database's URL for `qkart move`. */
const OTHERS =
  /^(NODE_|SHOP_NODE_OPTIONS$|UV_|PG|SQLITE_TMPDIR$|TMPDIR$|TZ$|LANG$|LC_|PATH$|HOME$|NO_COLOR$|FORCE_COLOR$|SSL_CERT_|.*DATABASE_URL$)/;
const ASSIGNMENT = /^\s*(?:export\s+)?([^\s=#]+)\s*=/;

/**
 * Reads the settings file, if there is one, into the environment. What is set in the environment wins.
 * @returns a warning for each name in it that is no setting
 * @throws OperatorError if the file can't be read
 */
export function loadSettingsFile(): string[] {
  try {
    process.loadEnvFile(SETTINGS_FILE);
    return findUnknownSettings(readFileSync(SETTINGS_FILE, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    const file = resolve(SETTINGS_FILE);
    throw new OperatorError(`The settings file ${file} can't be read: ${reasonOf(error)}.`);
  }
}

/** @param text of a settings file */
export function findUnknownSettings(text: string): string[] {
  const known = new Set<string>(settingNames);
  // A value may span lines that look like names.
  const left = new Set(Object.keys(parseEnv(text)));
  return text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [, name = ''] = ASSIGNMENT.exec(line) ?? [];
    if (!left.delete(name) || known.has(name) || OTHERS.test(name)) return [];
    const place = `${SETTINGS_FILE} line ${index + 1}`;
    return `${place}: ${escapeInvisible(name)} is no setting of the shop.`;
  });
}
