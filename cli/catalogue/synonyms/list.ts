import { readSynonyms } from '../../../server/shop/search/synonym-store.ts';
import { readShop } from '../../shop.ts';

/** Prints the synonyms in the format that `import` reads. */
export async function run({ json = false }: { json?: boolean }): Promise<void> {
  const lines = await readShop(readSynonyms);
  if (lines.length === 0 && !json) process.stderr.write('There are no synonyms.\n');
  process.stdout.write(
    json ? `${JSON.stringify(lines)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}
