import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { withDefaults } from '../../shop/catalogue/product-fields.ts';
import { openTestShop } from '../../testing/test-shop.ts';
import { json } from './formats/json.ts';
import type { TextChunk } from './formats/text-chunks.ts';
import { IdRegistry } from './ids.ts';
import { importFile } from './import.ts';
import { readFeed } from './read-feed.ts';
import { SourceFile } from './source-file.ts';
import { type FeedRecord, openTestFeeds, toCsv, toJsonLines } from './test-feeds.ts';
import { anyProducts, type TestProduct } from './test-products.ts';
import { checkEntry, problemsOf } from './validation.ts';

const { services } = await openTestShop();
const feeds = await openTestFeeds();
// Each property writes hundreds of files.
vi.setConfig({ testTimeout: 60_000 });

const newline = fc.constantFrom('\n', '\r\n');

function toRecord(product: TestProduct): FeedRecord {
  const { id, cost_cents, rating_halves, categories, ...same } = product;
  const path = categories === '' ? {} : { categories };
  return { _id: id, cost: cost_cents / 100, rating: rating_halves / 2, ...path, ...same };
}

/** Reads the file's products as an empty shop would store them, or their problems. */
async function readBack(name: string, content: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const source = await SourceFile.open(await feeds.write(name, content));
  const ids = new IdRegistry();
  for await (const entry of readFeed(source)) {
    const checked = checkEntry(entry, 'import', ids);
    const problems = problemsOf(checked, false);
    found.push(
      problems.length > 0 ? problems : { id: checked.id, ...withDefaults(checked.fields) },
    );
  }
  return found;
}

test('any products written as JSON are read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyProducts, fc.nat(2), async (written, indent) => {
      const content = JSON.stringify(written.map(toRecord), null, indent);
      expect(await readBack('a.json', content)).toEqual(written);
    }),
  );
});

test('any products written as JSON Lines are read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyProducts, newline, async (written, lineBreak) => {
      const content = toJsonLines(written.map(toRecord), lineBreak);
      expect(await readBack('a.jsonl', content)).toEqual(written);
    }),
  );
});

test('any products written as CSV are read back the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyProducts, newline, async (written, lineBreak) => {
      const content = toCsv(written.map(toRecord), lineBreak);
      expect(await readBack('a.csv', content)).toEqual(written);
    }),
  );
});

test('any array of JSON objects is read completely, in any chunks', async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(objects, fc.nat(2), fc.array(fc.nat(500)), async (written, indent, cuts) => {
      const content = JSON.stringify(written, null, indent);
      expect(await readJson(content, cuts)).toEqual(JSON.parse(content));
    }),
  );
});

test('any text that JSON.parse refuses is refused, in any chunks', async () => {
  const token = fc.constantFrom(
    ...[
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '\\u12',
      'true',
      'tru',
      'nul',
      '1',
      '-',
      '.5',
    ],
    ...['1.', '1e', '01', 'e9', '\n', ' ', '\t', '{"a":1}', '\u00a0'],
  );
  const soup = fc.array(token, { maxLength: 12 }).map((tokens) => `[${tokens.join('')}]`);
  await fc.assert(
    fc.asyncProperty(soup, fc.array(fc.nat(30)), async (content, cuts) => {
      const parsed = tryParse(content);
      const found = await readJson(content, cuts).catch(() => undefined);
      if (parsed === undefined) expect(found).toBeUndefined();
      else expect(found).toHaveLength(parsed.length);
    }),
    { numRuns: 2_000 },
  );
});

function tryParse(content: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(content);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** @param cuts the ends of the chunks */
async function readJson(content: string, cuts: readonly number[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const entry of json.read(cut(content, cuts))) {
    found.push('problem' in entry ? entry.problem : Object.fromEntries(entry.values));
  }
  return found;
}

async function* cut(content: string, cuts: readonly number[]): AsyncGenerator<TextChunk> {
  const places = [...new Set([0, ...cuts, content.length])].sort((a, b) => a - b);
  for (const [index, start] of places.entries()) {
    yield { line: 1, text: content.slice(start, places[index + 1]) };
  }
}

test('any file is imported or refused, and never fails otherwise', async () => {
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
