/** Reads a text that a command takes whole: a file, or `-`, the standard input. */
import { isUtf8 } from 'node:buffer';
import { SourceFile, sourceOf } from '../server/operations/feeds/source-file.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { resolveFromCaller } from './caller-path.ts';

/** @throws OperatorError if it can't be read, is not UTF-8 or is too long */
export async function readText(name: string, maxBytes: number): Promise<string> {
  const isInput = name === '-';
  const path = isInput ? 'standard input' : resolveFromCaller(name);
  const source = isInput ? sourceOf(path, process.stdin) : await SourceFile.open(path);
  const blocks: Buffer[] = [];
  let bytes = 0;
  for await (const block of source.read()) {
    bytes += block.length;
    if (bytes > maxBytes)
      throw new OperatorError(`${path} has more than ${describeSize(maxBytes)}.`);
    blocks.push(block);
  }
  const content = Buffer.concat(blocks);
  // Text in UTF-16 may be valid UTF-8 with a NUL for every second character.
  if (!isUtf8(content) || content.includes(0)) {
    throw new OperatorError(`${path} is not UTF-8 text.`);
  }
  return content.toString();
}

function describeSize(bytes: number): string {
  return bytes < 1e6 ? `${bytes / 1e3} kB` : `${bytes / 1e6} MB`;
}
