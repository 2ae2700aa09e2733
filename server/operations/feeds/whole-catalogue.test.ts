/** Imports as many products as a real shop has. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { WHOLE_CATALOGUE_MAX } from '../../../contract/limits.ts';
import { paths, searchPath } from '../../../contract/paths.ts';
import { countProducts, readVersion } from '../../shop/catalogue/store.ts';
import { CATALOGUE_SIZE, writeCatalogue } from '../../testing/generated-catalogue.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { importFile } from './import.ts';

const shop = await openTestShop();
const { services } = shop;
const folder = await openTestFolder();
const generated = join(folder, 'generated.jsonl');
await writeCatalogue(generated);
/** Some machines have the catalogue of a real shop beside the repository. */
const published = resolve(import.meta.dirname, '../../../../shared/data/electronics.jsonl');
const real = join(folder, 'real.jsonl');
if (existsSync(published)) await writeFile(real, withIds(await readFile(published, 'utf8')));
/** CPU time of this thread, which does not depend on other work of the machine. */
const TIME_LIMIT_MS = 5_000;

/** Some products of the real shop have the same brand and name, so the import asks for ids. */
function withIds(lines: string): string {
  const records = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return records.map((record, n) => `${JSON.stringify({ _id: `p-${n}`, ...record })}\n`).join('');
}

test.for([
  { kind: 'generated', file: generated, text: 'satellite phone', name: /Satellite Phone/ },
  { kind: 'real', file: real, text: 'boost mobile prepaid', name: /^Boost Mobile/ },
])(
  '3,291 $kind products are imported within 5 s, and found without a restart',
  async (feed, context) => {
    const { file, text, name } = feed;
    if (!existsSync(file)) context.skip('../shared/data/electronics.jsonl is not here');
    const before = await countProducts(services.db);
    await shop.call('GET', paths.products);

    const used = process.threadCpuUsage();
    const report = await importFile(services, file);
    const { user, system } = process.threadCpuUsage(used);
    expect((user + system) / 1_000).toBeLessThan(TIME_LIMIT_MS);
    const [read, added] = [CATALOGUE_SIZE, CATALOGUE_SIZE];
    expect(report).toMatchObject({ refused: false, read, added, problems: [] });
    expect(await countProducts(services.db)).toBe(before + added);

    const shown: Product[] = (await shop.call('GET', paths.products)).json();
    expect(shown).toHaveLength(Math.min(before + added, WHOLE_CATALOGUE_MAX));
    await shop.untilReady();
    const found: Product[] = (await shop.call('GET', searchPath(text))).json();
    expect(found[0]?.name).toMatch(name);

    const version = await readVersion(services.db);
    const again = await importFile(services, file);
    expect(again).toMatchObject({ unchanged: CATALOGUE_SIZE, added: 0, updated: 0 });
    expect(await readVersion(services.db)).toBe(version);
  },
);
