/** The commands `qkart catalogue import` and `qkart catalogue update`. */
import { addAbortSignal } from 'node:stream';
import {
  type Command,
  type CommandUnknownOpts,
  InvalidArgumentError,
  Option,
} from '@commander-js/extra-typings';
import { formatNames } from '../../packages/product-feeds/index.ts';
import { importFile, updateFile } from '../../server/operations/feeds/import.ts';
import type {
  Defaults,
  FeedOptions,
  Mapping,
} from '../../server/operations/feeds/reading/read-feed.ts';
import { sourceOf } from '../../server/operations/feeds/reading/source-file.ts';
import {
  describeAdvice,
  describeApplied,
  describeChanges,
  describeClamped,
  describeImport,
  describeLeftOut,
  describeProblems,
  describeProgress,
  describeSkipped,
  describeUnread,
  describeUnused,
} from '../../server/operations/feeds/report.ts';
import { OperatorError, UnfinishedChange } from '../../server/platform/operator-error.ts';
import { escapeLines } from '../../server/platform/quote.ts';
import { fieldNames, findField } from '../../server/shop/catalogue/fields/product-fields.ts';
import { changing } from '../shared/action.ts';
import { resolveFromCaller } from '../shared/files.ts';
import { interruptible } from '../shared/interruptible.ts';
import { withNewOrExistingShop, withShop } from '../shared/shop.ts';

export function addFeeds(catalogue: CommandUnknownOpts): void {
  addOptions(catalogue.command('import <file>'))
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
    .action(changing((name, options) => applyFile(importFile, name, options)));
  addOptions(catalogue.command('update <file>'))
    .summary('change price, stock or active of existing products')
    .description(
      `Changes price, stock or active of existing products.

The file has the id of each product and any of price, stock and active. Nothing else changes, and no \
product is added. Nothing is changed if the file has a problem. The products are written as in an import, and a file \
that changes stock by differences is applied once. The shop may be running.`,
    )
    .action(changing((name, options) => applyFile(updateFile, name, options)));
}

function addOptions(command: Command<[string]>) {
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
    .option('--ignore <name>', 'leave out the column or field NAME; can be repeated', addIgnored)
    .option(
      '--skip-invalid',
      'skip invalid records instead of refusing the whole file; the exit code is 3 if there are any',
    )
    .option('--again', 'apply a file that changes stock by differences once more')
    .option('--dry-run', 'check the file, print what would change, and change nothing');
}

interface Options extends Pick<FeedOptions, 'format'> {
  map?: Mapping | undefined;
  set?: Defaults | undefined;
  ignore?: ReadonlySet<string> | undefined;
  skipInvalid?: true | undefined;
  again?: true | undefined;
  dryRun?: true | undefined;
}

async function applyFile(
  apply: typeof importFile,
  name: string,
  { format, map: mapping, set: defaults, ignore: ignored, ...given }: Options,
): Promise<void> {
  const { skipInvalid = false, dryRun = false, again = false } = given;
  const isInput = name === '-';
  const file = isInput ? 'standard input' : resolveFromCaller(name);
  const source = isInput ? sourceOf(file, process.stdin) : file;
  const startedAt = performance.now();
  // An update has nothing to change in a new shop.
  const openShop = apply === updateFile ? withShop : withNewOrExistingShop;
  const report = await openShop((shop) =>
    interruptible((signal, show, hide) => {
      if (isInput) addAbortSignal(signal, process.stdin);
      return apply(shop, source, {
        format: format ?? (isInput ? 'jsonl' : undefined),
        mapping,
        defaults,
        ignored,
        skipInvalid,
        dryRun,
        again,
        signal,
        onProgress: (state) => show(describeProgress(state)),
        onChanges(changes) {
          hide();
          process.stdout.write(describeChanges(changes));
        },
      });
    }),
  );
  const problems = describeProblems(report, file);
  if (report.refused) throw new OperatorError(problems);
  if (problems !== '') process.stderr.write(`${escapeLines(problems)}\n`);
  process.stderr.write(describeLeftOut(report.leftOut));
  // A run that changes nothing because it can't use any record is a failure.
  if (report.read === report.skipped) {
    throw new OperatorError('The file has no product that could be used.');
  }
  process.stderr.write(describeUnused(report.unused));
  process.stderr.write(describeUnread(report.unread) + describeAdvice(report.advice));
  if (!report.hasFields) throw new OperatorError('The file has no column that changes anything.');
  process.stderr.write(describeClamped(report, file));
  process.stdout.write(describeApplied(report));
  if (report.applied?.isDone) return;
  process.stdout.write(describeImport(report, { dryRun }, startedAt));
  if (report.skipped > 0 && !dryRun) throw new UnfinishedChange('part', describeSkipped(report));
}

/**
 * Adds a pair to the earlier ones. The last equals sign separates the names, because only THEIRS may contain one.
 * @throws InvalidArgumentError
 */
export function addMapping(pair: string, before: Mapping = new Map()): Mapping {
  const [, theirs = '', name = ''] = /^(.+)=([^=]*)$/.exec(pair) ?? [];
  const ours = findField(name);
  if (ours === undefined) {
    throw new InvalidArgumentError(
      `It must be THEIRS=OURS, where OURS is one of ${fieldNames.join(', ')}.`,
    );
  }
  if (before.has(ours)) throw new InvalidArgumentError(`${ours} is named twice.`);
  return new Map([...before, [ours, theirs]]);
}

function addIgnored(name: string, before: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set([...before, name]);
}

/**
 * Adds a default to the earlier ones. The first equals sign separates them, because only VALUE may contain one.
 * @throws InvalidArgumentError
 */
function addDefault(pair: string, before: Defaults = new Map()): Defaults {
  const [, name = '', value = ''] = /^([^=]*)=(.+)$/s.exec(pair) ?? [];
  const field = findField(name);
  if (field === undefined || field === '_id') {
    const names = fieldNames.filter((other) => other !== '_id').join(', ');
    throw new InvalidArgumentError(`It must be FIELD=VALUE, where FIELD is one of ${names}.`);
  }
  if (before.has(field)) throw new InvalidArgumentError(`${field} is named twice.`);
  return new Map([...before, [field, value]]);
}
