/** The commands `qkart catalogue …`. */
import { type Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { exportedFormats, formatNames } from '../../server/operations/feeds/formats/names.ts';
import { action, NOTHING_CHANGED } from '../action.ts';
import { withRange } from '../range.ts';
import { addDefault, addMapping } from './mapping-option.ts';

export function addCatalogueCommands(catalogue: CommandUnknownOpts): void {
  catalogue
    .summary('import, update, export, remove and count products')
    .description('Imports, updates, exports, removes and counts products.');
  addImport(catalogue);
  addUpdate(catalogue);
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
    .action(action(() => import('./export.ts'), NOTHING_CHANGED));
  catalogue
    .command('remove <id...>')
    .summary('remove products')
    .description(
      `Removes products.

Either all of the named products are removed or none. Carts keep a line that says so; orders keep what was \
bought. The shop may be running. Write -- before an id that begins with a dash.`,
    )
    .action(action(() => import('./remove.ts'), NOTHING_CHANGED));
  withRange(catalogue.command('stock <id>'))
    .summary('print the history of a product’s stock')
    .description(
      `Prints the history of a product's stock, oldest first.

The stock is the sum of its changes, each with its reason: import, update, order, cancellation, return, removal, \
or correction (what was there before the history began).`,
    )
    .option('--json', 'print a JSON array')
    .action(action(() => import('./stock.ts')));
  catalogue
    .command('count')
    .summary('print the number of products')
    .description('Prints the number of products.')
    .option('--json', 'print a JSON object')
    .action(action(() => import('./count.ts')));
  addSynonyms(catalogue.command('synonyms'));
}

function addSynonyms(synonyms: CommandUnknownOpts): void {
  synonyms
    .summary('what means the same to searches')
    .description('Imports and lists what means the same to searches.');
  synonyms
    .command('import <file>')
    .summary('take the synonyms of a file in place of all others')
    .description(
      `Takes the synonyms of a file in place of all others; an empty file removes all.

A line has words or phrases that mean the same, separated by commas:  tv, television
or says what whoever types the left side finds as well:  power bank => portable charger
# begins a comment. - is the standard input. At most 5,000 lines, 20 phrases in each, 5 words in a phrase.

The running shop searches with them at once, on all servers.`,
    )
    .action(action(() => import('./synonyms/import.ts'), NOTHING_CHANGED));
  synonyms
    .command('list')
    .summary('print the synonyms as a file has them')
    .description('Prints the synonyms as a file for `synonyms import` has them.')
    .option('--json', 'print a JSON array of lines')
    .action(action(() => import('./synonyms/list.ts')));
}

function addImport(catalogue: CommandUnknownOpts): void {
  addFeedOptions(catalogue.command('import <file>'))
    .summary('add the products of a file, and update those that exist')
    .description(
      `Adds the products of a file, and updates those that exist.

Nothing is imported if the file has a problem. Products are written in short transactions, in the order of the file; \
if the import is stopped, the same command writes the rest. A file that changes stock by differences is applied \
once. The shop may be running.

The fields of a product are _id, name, category, cost (dollars), rating (0 to 5), image, stock, and active \
(true or false; shoppers see active products only). Searches also use brand and description, and prefer \
products with a high popularity (a count). A file may also say id, price or categories (broad to narrow). \
Defaults: _id is made of brand and name, rating is 0 (not rated yet), stock is unlimited. \
docs/catalogue-feeds.md lists the fields of Shopify's, WooCommerce's and Google's feeds. - is the standard input: JSON Lines, unless \
--format says otherwise.`,
    )
    .action(action(() => import('./import.ts'), NOTHING_CHANGED));
}

function addUpdate(catalogue: CommandUnknownOpts): void {
  addFeedOptions(catalogue.command('update <file>'))
    .summary('change price, stock or active of existing products')
    .description(
      `Changes price, stock or active of existing products.

The file has the id of each product and any of price, stock and active. Nothing else changes, and no \
product is added. Nothing is changed if the file has a problem. The products are written as in an import, and a file \
that changes stock by differences is applied once. The shop may be running.`,
    )
    .action(action(() => import('./update.ts'), NOTHING_CHANGED));
}

function addFeedOptions(command: Command<[string]>) {
  return command
    .addOption(
      new Option(
        '--format <name>',
        'the format, if neither the name nor the header of the file tells it',
      ).choices(formatNames),
    )
    .option(
      '--map <theirs=ours>',
      'the file calls the field OURS by the name THEIRS; can be repeated',
      addMapping,
    )
    .option(
      '--set <field=value>',
      'a record without a value for FIELD has VALUE; can be repeated',
      addDefault,
    )
    .option('--skip-invalid', 'skip invalid records instead of refusing the whole file')
    .option('--again', 'apply a file that changes stock by differences once more')
    .option('--dry-run', 'check the file, print what would change, and change nothing');
}
