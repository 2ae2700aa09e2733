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
    if (bytes > maxBytes) throw new OperatorError(`${path} has more than ${maxBytes / 1e6} MB.`);
    blocks.push(block);
  }
  const content = Buffer.concat(blocks);
  if (!isUtf8(content)) throw new OperatorError(`${path} is not UTF-8 text.`);
  return content.toString();
}
