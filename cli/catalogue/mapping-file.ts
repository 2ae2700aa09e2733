/** A file that keeps a mapping of columns for the next import: a JSON object of THEIRS and OURS. */
import { writeFile } from 'node:fs/promises';
import type { Mapping } from '../../server/operations/feeds/mapping.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { toWriteError } from '../../server/platform/system-errors.ts';
import { fieldNames } from '../../server/shop/catalogue/product-fields.ts';
import { DoneInPart } from '../errors.ts';
import { readText } from '../input.ts';
import { findField } from './mapping-option.ts';

const MAX_BYTES = 1_000_000;

/**
 * @param file `-` is the standard input
 * @param given the pairs of `--map`, which win
 * @throws OperatorError if the file can't be read, or is no mapping
 */
export async function readMapping(file: string, given: Mapping = new Map()): Promise<Mapping> {
  const mapping = new Map(given);
  for (const [theirs, name] of Object.entries(await readObject(file))) {
    const ours = typeof name === 'string' ? findField(name) : undefined;
    if (ours === undefined) throw notAMapping(file);
    const isMapped = mapping.has(theirs) || mapping.values().some((field) => field === ours);
    if (!isMapped) mapping.set(theirs, ours);
  }
  return mapping;
}

async function readObject(file: string): Promise<object> {
  const text = await readText(file, MAX_BYTES);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw notAMapping(file);
}

function notAMapping(file: string): OperatorError {
  return new OperatorError(
    `${file} must be a JSON object like {"THEIRS": "OURS"}, where OURS is one of ${fieldNames.join(', ')}.`,
  );
}

/** @throws DoneInPart if the file can't be written, since the import is done; OperatorError after a dry run */
export async function writeMapping(
  file: string,
  mapping: Mapping,
  { dryRun }: { dryRun: boolean },
): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(Object.fromEntries(mapping), null, 2)}\n`);
  } catch (error) {
    const problem = toWriteError(file, error);
    if (dryRun || !(problem instanceof OperatorError)) throw problem;
    throw new DoneInPart(`The products are imported, but ${problem.message}`);
  }
}
