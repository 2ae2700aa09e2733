/** Files that the operator names; `-` is the standard input. */
import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import {
  type Source,
  SourceFile,
  sourceOf,
} from '../../server/operations/feeds/reading/source-file.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { packageFolder } from '../../server/platform/settings/package-folder.ts';

/**
 * Resolves a path that the operator typed. npm runs its scripts in the package's folder, and sets INIT_CWD to the
 * folder from which it was called.
 */
export function resolveFromCaller(file: string): string {
  const { INIT_CWD: callersFolder } = process.env;
  const isRunByNpm = callersFolder && process.cwd() === packageFolder;
  return resolve(isRunByNpm ? callersFolder : '', file);
}

/** @throws OperatorError if the file can't be read */
export async function openSource(name: string): Promise<Source> {
  if (name === '-') return sourceOf('standard input', process.stdin);
  return SourceFile.open(resolveFromCaller(name));
}

/** Reads a text that a command takes whole. @throws OperatorError if it can't be read, is not UTF-8 or is too long */
export async function readText(name: string, maxBytes: number): Promise<string> {
  const source = await openSource(name);
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of source.read()) {
    bytes += block.length;
    if (bytes > maxBytes) {
      throw new OperatorError(`${source.path} has more than ${describeSize(maxBytes)}.`);
    }
    blocks.push(block);
  }
  const content = Buffer.concat(blocks);
  // Text in UTF-16 may be valid UTF-8 with a NUL for every second character.
  if (!isUtf8(content) || content.includes(0)) {
    throw new OperatorError(`${source.path} is not UTF-8 text.`);
  }
  return content.toString();
}

function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${bytes / 1e3} kB` : `${bytes / 1e6} MB`;
}
