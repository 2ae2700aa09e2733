/** The commands `qkart catalogue …`. */
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { exportedFormats } from '../../packages/product-feeds/index.ts';
import {
  type ExportReport,
  exportToFile,
  exportToOutput,
} from '../../server/operations/feeds/export.ts';
import { describeProgress } from '../../server/operations/feeds/report.ts';
import { hidden, type List, number, text, time } from '../../server/operations/reports/columns.ts';
import { readStockHistory, type StockStep } from '../../server/operations/reports/stock-history.ts';
import { count, grouped, secondsSince } from '../../server/operations/reports/text.ts';
import { readConfig } from '../../server/platform/settings/config.ts';
import { countProducts } from '../../server/shop/catalogue/store.ts';
import { formatNumber } from '../../server/shop/codes.ts';
import { addSynonyms } from '../reports/searches.ts';
import { changing, reading } from '../shared/action.ts';
import { resolveFromCaller } from '../shared/files.ts';
import { interruptible } from '../shared/interruptible.ts';
import { type ListOptions, printRange } from '../shared/list.ts';
import { withRange } from '../shared/periods.ts';
import { readShop } from '../shared/shop.ts';
import { addFeeds } from './feeds.ts';
import { addProducts } from './products.ts';

export function addCatalogue(catalogue: CommandUnknownOpts): void {
  catalogue.description('Imports, updates, exports, finds, changes, removes and counts products.');
  addFeeds(catalogue);
  addProducts(catalogue);
  catalogue
    .command('export <file>')
    .summary('write all products to a file')
    .description(
      `Writes all products to a file.

The file is written completely or not at all; - is the standard output. The shop may be running.`,
    )
    .addOption(
      new Option(
        '--format <name>',
        'the format, if the name of the file does not tell it; jsonl on the standard output',
      ).choices(exportedFormats),
    )
    .action(changing(exportProducts));
  withRange(catalogue.command('stock <id>'))
    .summary('print the history of a product’s stock')
    .description(
      `Prints the history of a product's stock, oldest first.

The stock is the sum of its changes, each with its reason: import, update, order, cancellation, return, removal, \
or correction (what was there before the history began).`,
    )
    .option('--json', 'print a JSON array')
    .action(
      reading((id, options: ListOptions) =>
        printRange(
          stockList,
          async (db) => [await readStockHistory(db, id)],
          ({ made_at }) => made_at,
          options,
        ),
      ),
    );
  catalogue
    .command('count')
    .summary('print the number of products')
    .description('Prints the number of products.')
    .option('--json', 'print a JSON object')
    .action(
      reading(async ({ json }) => {
        const products = await readShop(countProducts);
        process.stdout.write(
          json ? `${JSON.stringify({ products })}\n` : `${count(products, 'product')}\n`,
        );
      }),
    );
  addSynonyms(catalogue.command('synonyms'));
}

/** @param name the file; `-` is the standard output */
async function exportProducts(
  name: string,
  { format }: { format?: (typeof exportedFormats)[number] | undefined },
): Promise<void> {
  const startedAt = performance.now();
  const origin = process.env.PUBLIC_URL ? readConfig(process.env).publicUrl : undefined;
  const report = await readShop((db) =>
    interruptible((signal, show) => {
      const services = { db, now: Date.now };
      const onProgress = (state: Parameters<typeof describeProgress>[0]) =>
        show(describeProgress(state));
      const options = { signal, format, origin, onProgress };
      return name === '-'
        ? exportToOutput(services, process.stdout, options)
        : exportToFile(services, resolveFromCaller(name), options);
    }),
  );
  // The standard output may be the export itself.
  process.stderr.write(describeExport(report, startedAt));
}

export function describeExport({ written, leftOut }: ExportReport, startedAt: number): string {
  const verb = leftOut === 1 ? 'is' : 'are';
  const rest = leftOut > 0 ? `, and left out ${grouped(leftOut)} that ${verb} not on sale` : '';
  return `Wrote ${count(written, 'product')}${rest}, in ${secondsSince(startedAt)}.\n`;
}

const stockList: List<StockStep> = {
  columns: [
    time('at', ({ made_at }) => made_at),
    text('reason', ({ reason }) => reason),
    {
      ...number('units', ({ units }) => units),
      text: ({ units }) => (units > 0 ? `+${units}` : String(units)),
    },
    number('stock', ({ stock }) => stock),
    hidden('orderId', ({ order_id }) => order_id),
    text('order', ({ order_number }) => order_number && formatNumber(order_number)),
  ],
  none: 'There are no such changes of this stock.',
};
