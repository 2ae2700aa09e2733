/** What the operator asked for, from the words of the command line. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { quote } from '../server/catalogue/import/problems.ts';

export type Command =
  | { name: 'import'; file: string; skipInvalid: boolean; dryRun: boolean }
  | { name: 'remove'; ids: string[] }
  | { name: 'count' }
  | { name: 'help' };

export const usage = `The catalogue of the shop whose data folder is DATA_DIR (./data); the shop may be running.

  npm run catalogue -- import FILE    brings in the products of a .json, .jsonl, .ndjson or .csv file,
                                      and updates those whose id is there; all of them or none
      --skip-invalid                  leaves out products that something is wrong with
      --dry-run                       says what would happen, and changes nothing
  npm run catalogue -- remove ID...   takes products out; carts tell that they are gone
  npm run catalogue -- count          says how many products there are
  npm run catalogue -- help           says this

A product has _id, name, category, cost (dollars), rating (0 to 5), image and stock; searches also look
into its brand and description, and put more popular ones first (popularity, a count). From other feeds
id, price and categories (broad to narrow) will do. Without an _id one is made from brand and name,
without a rating it is not rated yet, without stock it is never sold out.
`;

/** The words make no command; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** @throws UsageError */
export function parseCommand([name, ...words]: readonly string[]): Command {
  switch (name) {
    case 'import': {
      const { values, positionals } = parse(words, {
        'skip-invalid': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      });
      const [file, ...others] = positionals;
      if (file === undefined || others.length > 0) throw new UsageError('import takes one FILE.');
      return {
        name,
        file,
        skipInvalid: values['skip-invalid'] === true,
        dryRun: values['dry-run'] === true,
      };
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

function parse<T extends ParseArgsOptionsConfig>(words: string[], options: T) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    // All that parseArgs throws is about the words.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
