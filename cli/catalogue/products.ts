/** The commands `qkart catalogue set`, `find`, `list` and `remove`. */
import { type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings';
import { type Assignment, setProduct } from '../../server/operations/feeds/apply/set-product.ts';
import { type RemovedDemo, removeDemo } from '../../server/operations/feeds/demo.ts';
import { takeOut } from '../../server/operations/feeds/removal.ts';
import { describeChanges, describeClampedStock } from '../../server/operations/feeds/report.ts';
import {
  countProducts,
  describeMissing,
  FOUND_MAX,
  findProducts,
  listProducts,
  productList,
} from '../../server/operations/reports/products.ts';
import { count, describeFirst, LINES_MAX } from '../../server/operations/reports/text.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { escapeInvisible } from '../../server/platform/quote.ts';
import {
  type FieldName,
  fieldNames,
  findField,
} from '../../server/shop/catalogue/fields/product-fields.ts';
import { changing, reading } from '../shared/action.ts';
import { printList } from '../shared/list.ts';
import { parseLimit } from '../shared/periods.ts';
import { readShop, withShop } from '../shared/shop.ts';

const FOUND = 20;
const LISTED = 50;

export function addProducts(catalogue: CommandUnknownOpts): void {
  catalogue
    .command('set <id> <field=value...>')
    .summary('change fields of one product')
    .description(
      `Changes fields of one product, all of them or none, and prints each before and after.

  qkart catalogue set oak-shelf price=4.50 stock+=12 active=no

It takes every field of an import and refuses what an import refuses. stock+=12 and stock-=3 change the stock by so \
many units. Nothing after = stands for the default, such as stock= for a stock that is not counted. The shop may be \
running. Write -- before an id that begins with a dash.`,
    )
    .action(changing(set));
  catalogue
    .command('find <text>')
    .summary('find products by id or text')
    .description(
      `Finds products, on sale or not: first by the id or its beginning, then as the search of the shop does.

It indexes the whole catalogue first: a moment for thousands of products, minutes for a million.`,
    )
    .option('--limit <number>', `so many at most, up to ${FOUND_MAX}`, parseLimit, FOUND)
    .option('--json', 'print a JSON array')
    .action(reading(find));
  catalogue
    .command('list')
    .summary('list products, or those whose stock is low')
    .description('Lists products, on sale or not, in the order of the catalogue.')
    .option(
      '--low-stock <units>',
      'only products whose stock is counted and has so many units at most, lowest first',
      parseUnits,
    )
    .option('--limit <number>', 'so many at most', parseLimit, LISTED)
    .option('--json', 'print a JSON array')
    .action(reading(list));
  catalogue
    .command('remove [id...]')
    .summary('remove products')
    .description(
      `Removes products.

Either all of the named products are removed or none. Carts keep a line that says so; orders and their documents keep \
what was bought. The shop may be running. Write -- before an id that begins with a dash.`,
    )
    .option('--demo', 'remove all products of the demo, except those that were given another name')
    .action(changing(remove));
}

async function set(id: string, words: readonly string[]): Promise<void> {
  const assignments = parseAssignments(words);
  const { updated, clamped } = await withShop((services) => setProduct(services, id, assignments));
  for (const one of clamped) {
    process.stderr.write(`${describeClampedStock(one, 'the change')}\n`);
  }
  process.stdout.write(
    updated.length > 0
      ? describeChanges({ added: [], updated })
      : `${escapeInvisible(id)} has these values already.\n`,
  );
}

/** @throws InvalidArgumentError */
function parseAssignments(words: readonly string[]): Map<FieldName, Assignment> {
  const assignments = new Map<FieldName, Assignment>();
  for (const word of words) {
    const [, typed = '', sign = '', value = ''] = /^([^=]*?)([+-]?)=(.*)$/s.exec(word) ?? [];
    const field = findField(typed);
    if (field === undefined || field === '_id') {
      const names = fieldNames.filter((other) => other !== '_id').join(', ');
      throw new InvalidArgumentError(
        `${word} must be FIELD=VALUE, where FIELD is price or one of ${names}.`,
      );
    }
    if (sign !== '' && field !== 'stock') {
      throw new InvalidArgumentError(`${word}: only stock can be changed by ${sign}=.`);
    }
    const changed = sign === '' ? field : 'stock_change';
    if (assignments.has(changed)) throw new InvalidArgumentError(`${typed} is named twice.`);
    const name = sign === '' ? typed : `${typed}${sign}=`;
    assignments.set(changed, { name, value: sign + value });
  }
  return assignments;
}

async function find(
  words: string,
  { limit, json }: { limit: number; json?: true | undefined },
): Promise<void> {
  if (limit > FOUND_MAX) throw new InvalidArgumentError(`--limit is at most ${FOUND_MAX}.`);
  const { products, hasMore } = await readShop((db) => findProducts(db, words, limit));
  await printList([products], productList, { json });
  if (hasMore) process.stderr.write(`There are more than ${limit}: --limit lists more.\n`);
}

interface ListOptions {
  limit: number;
  lowStock?: number | undefined;
  json?: true | undefined;
}

async function list({ lowStock: maxStock, limit, json }: ListOptions): Promise<void> {
  const { products, total } = await readShop(async (db) => ({
    products: await listProducts(db, { maxStock, limit }),
    total: await countProducts(db, { maxStock }),
  }));
  await printList([products], productList, { json });
  const more = total - products.length;
  if (more > 0) {
    process.stderr.write(`… and ${count(more, 'more product')}: --limit ${total} lists all.\n`);
  }
}

function parseUnits(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 on.');
}

async function remove(
  ids: readonly string[],
  { demo = false }: { demo?: boolean | undefined },
): Promise<void> {
  if (demo === ids.length > 0) throw new InvalidArgumentError('Name either ids or --demo.');
  if (demo) {
    process.stdout.write(describeRemovedDemo(await withShop(removeDemo)));
    return;
  }
  const removed = await withShop(async (services) => {
    const { removed, missing } = await takeOut(services, new Set(ids));
    if (missing.length === 0) return removed;
    const named = missing.slice(0, LINES_MAX).map((id) => describeMissing(services.db, id));
    throw new OperatorError(describeFirst(await Promise.all(named), 'unknown id', missing.length));
  });
  process.stdout.write(`Removed ${count(removed, 'product')}.\n`);
}

function describeRemovedDemo({ removed, renamed, orders, comesBack }: RemovedDemo): string {
  const lines = [`Removed ${count(removed, 'product')} of the demo.`];
  if (renamed.length > 0) {
    lines.push(`Kept, because they have names of their own: ${renamed.join(', ')}.`);
  }
  if (orders > 0) {
    const keep = orders === 1 ? 'keeps' : 'keep';
    lines.push(`${count(orders, 'order')} with them ${keep} what was bought.`);
  }
  if (comesBack) {
    lines.push(
      'The shop is empty, and gets the demo again when it starts: set DEMO_CATALOGUE=off, or import products or shop.json first.',
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}
