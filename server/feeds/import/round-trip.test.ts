import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openTestShop } from '../../test-shop.ts';
import { checkRecords } from './check.ts';
import { IdBook } from './ids.ts';
import { importFile } from './import.ts';
import { readJsonArray } from './json-array.ts';
import type { Line } from './lines.ts';
import type { ImportedProduct } from './rules.ts';
import { SourceFile } from './source.ts';
import { importTask } from './tasks.ts';
import { type FeedRecord, openTestFeeds, toCsv, toJsonLines } from './test-feeds.ts';
import { anyProducts } from './test-products.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();
// Hundreds of files each.
vi.setConfig({ testTimeout: 60_000 });

const newline = fc.constantFrom('\n', '\r\n');

function toRecord(product: ImportedProduct): FeedRecord {
  const { id, cost_cents, rating_halves, categories, ...same } = product;
  const path = categories === '' ? {} : { categories };
  return { _id: id, cost: cost_cents / 100, rating: rating_halves / 2, ...path, ...same };
}

async function readBack(name: string, content: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const source = await SourceFile.open(await feeds.write(name, content));
  for await (const checked of checkRecords(importTask, source, {}, new IdBook())) {
    found.push('product' in checked ? checked.product : checked);
  }
  return found;
}

test('any products written as JSON come back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyProducts, fc.nat(2), async (written, indent) => {
      const content = JSON.stringify(written.map(toRecord), null, indent);
      expect(await readBack('a.json', content)).toEqual(written);
    }),
  );
});

test('any products written as JSON lines come back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyProducts, newline, async (written, lineBreak) => {
      const content = toJsonLines(written.map(toRecord), lineBreak);
      expect(await readBack('a.jsonl', content)).toEqual(written);
    }),
  );
});

test('any products written as CSV come back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyProducts, newline, async (written, lineBreak) => {
      const content = toCsv(written.map(toRecord), lineBreak);
      expect(await readBack('a.csv', content)).toEqual(written);
    }),
  );
});

test('any array of JSON objects is taken apart right, wherever its text is cut into pieces', async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(objects, fc.nat(2), fc.array(fc.nat(500)), async (written, indent, cuts) => {
      const content = JSON.stringify(written, null, indent);
      const found: unknown[] = [];
      for await (const entry of readJsonArray(cut(content, cuts))) {
        found.push('record' in entry && entry.record);
      }
      expect(found).toEqual(JSON.parse(content));
    }),
  );
});

async function* cut(content: string, cuts: readonly number[]): AsyncGenerator<Line> {
  const places = [...new Set([0, ...cuts, content.length])].sort((a, b) => a - b);
  for (const [index, start] of places.entries()) {
    yield { number: 1, text: content.slice(start, places[index + 1]) };
  }
}

test('whatever a file holds, it is imported or refused, and nothing breaks', async () => {
  const soup = fc.string({
    unit: fc.oneof(
      fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '\\', '\n', '\r\n', '{"_id":"a"}', 'null'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  });
  const ending = fc.constantFrom('json', 'jsonl', 'csv', 'xml', 'tsv');
  await fc.assert(
    fc.asyncProperty(soup, ending, fc.boolean(), async (content, format, skipInvalid) => {
      const file = await feeds.write(`a.${format}`, content);
      const report = await importFile(services, file, { skipInvalid, dryRun: true });
      expect(report.refused || report.problemCount === 0 || skipInvalid).toBe(true);
    }),
    { numRuns: 300 },
  );
});
