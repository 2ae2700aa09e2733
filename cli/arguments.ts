/** What the operator asked for, from the words of the command line. */
import { type ParseArgsConfig, type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { quote } from '../server/feeds/errors.ts';
import { type FormatName, formatNames } from '../server/feeds/formats/formats.ts';
import { type FieldName, fieldNames } from '../server/feeds/formats/own-record.ts';
import type { Mapping } from '../server/feeds/mapping.ts';

export type Command =
  | ImportCommand
  | { name: 'export'; file: string; format: FormatName | undefined }
  | { name: 'remove'; ids: string[] }
  | { name: 'count' }
  | { name: 'help' };

export interface ImportCommand {
  name: 'import' | 'update';
  file: string;
  format: FormatName | undefined;
  mapping: Mapping | undefined;
  skipInvalid: boolean;
  dryRun: boolean;
}

export const usage = `The catalogue of the shop whose data folder is DATA_DIR (./data); the shop may be running.

  npm run catalogue -- import FILE    brings in the products of a file, and updates those whose id is
                                      there; all of them or none, or above 20,000 products in steps
                                      that a second run goes on from
  npm run catalogue -- update FILE    changes price, stock or active of products that are there: what
                                      the file says of these, and nothing else
      --format NAME                   what the file is, where its ending and its header don't say:
                                      ${formatNames.join(', ')}
      --map THEIRS=OURS               a field that the file calls otherwise; may be repeated
      --skip-invalid                  leaves out records that something is wrong with
      --dry-run                       says what would happen, and changes nothing
  npm run catalogue -- export FILE    writes all products; - writes to the output
      --format NAME                   as above; told by the file's ending, jsonl on the output
  npm run catalogue -- remove ID...   takes products out; carts tell that they are gone
  npm run catalogue -- count          says how many products there are
  npm run catalogue -- help           says this

A product has _id, name, category, cost (dollars), rating (0 to 5), image, stock, and active (true or
false: without it nobody sees it); searches also look into its brand and description, and put more popular
ones first (popularity, a count). From other feeds id, price and categories (broad to narrow) will do.
Without an _id one is made from brand and name, without a rating it is not rated yet, without stock it is
never sold out. How Shopify's and Google's fields become these: docs/catalogue-feeds.md.
`;

/** The words make no command; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError */
export function parseCommand([name, ...words]: readonly string[]): Command {
  switch (name) {
    case 'import':
    case 'update':
      return parseImport(name, words);
    case 'export': {
      const { values, positionals } = parse(words, { format: { type: 'string' } });
      return { name, file: oneFile(name, positionals), format: parseFormat(values.format) };
    }
    case 'remove': {
      const { positionals: ids } = parse(words, {});
      if (ids.length === 0) throw new UsageError('remove takes at least one ID.');
      return { name, ids };
    }
    case 'count': {
      if (words.length > 0) throw new UsageError('count takes nothing else.');
      return { name };
    }
    case 'help':
    case '--help':
    case '-h':
      return { name: 'help' };
    case undefined:
      throw new UsageError('Say what to do.');
    default:
      throw new UsageError(`There is no command ${quote(name)}.`);
  }
}

function parseImport(name: ImportCommand['name'], words: string[]): ImportCommand {
  const { values, positionals } = parse(words, {
    format: { type: 'string' },
    map: { type: 'string', multiple: true, default: [] },
    'skip-invalid': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  });
  return {
    name,
    file: oneFile(name, positionals),
    format: parseFormat(values.format),
    mapping: parseMapping(values.map),
    skipInvalid: values['skip-invalid'],
    dryRun: values['dry-run'],
  };
}

function oneFile(name: string, [file, ...others]: string[]): string {
  if (file === undefined || others.length > 0) throw new UsageError(`${name} takes one FILE.`);
  return file;
}

function parseFormat(name: string | undefined): FormatName | undefined {
  const format = formatNames.find((known) => known === name);
  if (name === undefined || format !== undefined) return format;
  throw new UsageError(`--format takes one of ${formatNames.join(', ')}, not ${quote(name)}.`);
}

const otherNames = new Map<string, FieldName>([
  ['id', '_id'],
  ['price', 'cost'],
]);

/** `Preis=cost`: their names may hold an equals sign, ours don't. */
function parseMapping(pairs: readonly string[]): Mapping | undefined {
  if (pairs.length === 0) return undefined;
  const mapping = new Map<string, FieldName>();
  for (const pair of pairs) {
    const [, theirs = '', name = ''] = /^(.+)=([^=]*)$/.exec(pair) ?? [];
    const ours = otherNames.get(name) ?? fieldNames.find((field) => field === name);
    if (ours === undefined) {
      throw new UsageError(
        `--map takes THEIRS=OURS, where OURS is one of ${fieldNames.join(', ')}, not ${quote(pair)}.`,
      );
    }
    if ([...mapping.values()].includes(ours)) throw new UsageError(`--map names ${ours} twice.`);
    mapping.set(theirs, ours);
  }
  return mapping;
}

function parse<T extends ParseArgsOptionsConfig>(words: string[], options: T) {
  return parseWords({ args: words, options, allowPositionals: true });
}

/** @throws UsageError for all that parseArgs finds wrong: it is about the words */
export function parseWords<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
