import { resolve } from 'node:path';
import { OperatorError } from './operator-error.ts';
import { reasonOf } from './storage/errors.ts';

/** In the working directory, for the shop and for commands alike. */
export const SETTINGS_FILE = 'qkart.env';

/**
 * Reads the settings file, if there is one, into the environment. What is set in the environment wins.
 * @throws OperatorError if the file can't be read
 */
export function loadSettingsFile(): void {
  try {
    process.loadEnvFile(SETTINGS_FILE);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    const file = resolve(SETTINGS_FILE);
    throw new OperatorError(`The settings file ${file} can't be read: ${reasonOf(error)}.`);
  }
}
