import { open, rm } from 'node:fs/promises';
import { formatIdentity, requireIdentity } from '../../server/operations/identity/export.ts';
import { toWriteError } from '../../server/platform/system-errors.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { readShop } from '../shop.ts';

/** @param name the file; `-` is the standard output */
export async function run(name = '-'): Promise<void> {
  const text = formatIdentity(await readShop(requireIdentity));
  if (name === '-') {
    process.stdout.write(text);
    return;
  }
  const path = resolveFromCaller(name);
  try {
    await writeNew(path, text);
  } catch (error) {
    throw toWriteError(path, error);
  }
  process.stderr.write(`The identity is in ${path}.\n`);
}

/** A file that can't be written whole is removed. */
async function writeNew(path: string, text: string): Promise<void> {
  await using file = await open(path, 'wx');
  await file.writeFile(text).catch(async (error) => {
    await rm(path, { force: true });
    throw error;
  });
}
