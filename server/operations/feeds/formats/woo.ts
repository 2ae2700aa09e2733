/**
 * Reads WooCommerce's product CSV.
 * https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
import { quote } from '../../../platform/quote.ts';
import type { FeedEntry, Reader } from './format.ts';
import { openTable, type Row, type Table } from './table.ts';
import type { TextChunk } from './text-chunks.ts';
import { unescapeCell } from './woo-cells.ts';
import { refuseTranslated } from './woo-columns.ts';
import { WooParents } from './woo-parents.ts';
import { WooProducts } from './woo-products.ts';

const types = ['simple', 'variable', 'variation', 'grouped', 'external'] as const;
type Type = (typeof types)[number];
/** A grouped product only shows others together; an external one is sold by somebody else. */
const notSold: ReadonlySet<Type> = new Set(['grouped', 'external']);
/** Words that stand beside a type. */
const additions: ReadonlySet<string> = new Set(['virtual', 'downloadable']);

export const woo: Reader = { endings: [], read: readWoo };

/** @throws MalformedInput */
async function* readWoo(chunks: AsyncIterable<TextChunk>): AsyncGenerator<FeedEntry> {
  yield* readWooTable(await openTable(chunks));
}

/**
 * Each variation is a product. It takes the texts and pictures that it lacks from its parent, the row of a variable
 * product, which may stand behind it.
 * @throws MalformedInput
 */
export async function* readWooTable(table: Table): AsyncGenerator<FeedEntry> {
  refuseTranslated(table.header);
  const products = new WooProducts(table);
  const parents = new WooParents(products.columns);
  for await (const row of table.rows) {
    if ('problem' in row) yield row;
    else yield* toEntries(unescapeCells(row), products, parents);
  }
  for (const orphan of parents.orphans()) yield products.orphan(orphan);
}

function* toEntries(row: Row, products: WooProducts, parents: WooParents): Generator<FeedEntry> {
  const cell = products.columns.cell(row, 'type');
  const type = readType(cell);
  if (type === undefined) {
    const rule = `${products.columns.name('type')} must be one of ${types.join(', ')}`;
    yield { line: row.line, problem: `${rule}, not ${quote(cell)}` };
  } else if (notSold.has(type)) {
    yield { line: row.line, leftOut: type };
  } else if (type === 'simple') {
    yield products.simple(row);
  } else if (type === 'variable') {
    for (const variation of parents.add(row)) yield products.variation(variation, row);
  } else {
    const parent = parents.find(row);
    if (parent !== undefined) yield products.variation(row, parent);
  }
}

function unescapeCells({ line, cells }: Row): Row {
  return { line, cells: new Map([...cells].map(([name, cell]) => [name, unescapeCell(cell)])) };
}

/** @returns undefined if the type is unknown */
function readType(cell = 'simple'): Type | undefined {
  const words = cell.split(',').map((word) => word.trim().toLowerCase());
  const [word = 'simple', ...others] = words.filter((one) => !additions.has(one));
  return others.length > 0 ? undefined : types.find((type) => type === word);
}
