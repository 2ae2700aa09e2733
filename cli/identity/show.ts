import { requireIdentity } from '../../server/operations/identity/export.ts';
import { readShop } from '../shop.ts';
import { printable } from '../table.ts';

const VALUE_MAX_LENGTH = 100;

export async function run({ json = false }: { json?: boolean }): Promise<void> {
  const identity = await readShop(requireIdentity);
  if (json) {
    process.stdout.write(`${JSON.stringify(identity)}\n`);
    return;
  }
  for (const [path, value] of listValues(identity)) {
    const text = printable(String(value));
    const shown = text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text;
    process.stdout.write(`${path}: ${shown}\n`);
  }
}

/** The texts and numbers in an object, by their paths, like `hero.promise`. */
function* listValues(object: object, prefix = ''): Generator<[path: string, value: unknown]> {
  for (const [name, value] of Object.entries(object)) {
    if (typeof value === 'object' && value !== null) yield* listValues(value, `${prefix}${name}.`);
    else yield [prefix + name, value];
  }
}
