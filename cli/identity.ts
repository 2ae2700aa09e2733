/** The commands `qkart shop …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  exportIdentity,
  formatIdentity,
  requireIdentity,
} from '../server/operations/identity/export.ts';
import { importIdentity, removeIdentity } from '../server/operations/identity/import.ts';
import { findLacks } from '../server/operations/identity/launch-check.ts';
import { printable } from '../server/operations/reports/columns.ts';
import { count } from '../server/operations/reports/text.ts';
import { OperatorError } from '../server/platform/operator-error.ts';
import { readConfig } from '../server/platform/settings/config.ts';
import { changing, reading } from './shared/action.ts';
import { resolveFromCaller } from './shared/files.ts';
import { readShop, withNewOrExistingShop, withShop } from './shared/shop.ts';

export function addIdentity(shop: CommandUnknownOpts): void {
  shop.description(
    'Sets what makes the shop your own: name, words, colours, logo, legal texts, seller. They stand in one file, shop.json, which docs/identity.md describes.',
  );
  shop
    .command('import <file>')
    .summary('replace the identity of the shop by this shop.json')
    .description(
      `Replaces the identity of the shop by that of this file (shop.json).

The running shop shows it at once. If anything in the file is wrong, each problem is printed and nothing changes.`,
    )
    .action(
      changing(async (name) => {
        const path = resolveFromCaller(name);
        const identity = await withNewOrExistingShop((shop) => importIdentity(shop, path));
        process.stdout.write(`The shop is ${printable(identity.name)} now.\n`);
      }),
    );
  shop
    .command('export [file]')
    .summary('write the identity to a file, or to the standard output')
    .description(
      'Writes the identity to a file that import reads, or to the standard output. An existing file is not overwritten.',
    )
    .action(
      changing(async (name = '-') => {
        const identity = await readShop(requireIdentity);
        if (name === '-') {
          process.stdout.write(formatIdentity(identity));
          return;
        }
        const path = resolveFromCaller(name);
        await exportIdentity(identity, path);
        process.stderr.write(`The identity is in ${path}.\n`);
      }, 'Nothing was written.\n'),
    );
  shop
    .command('show')
    .summary('show the identity of the shop')
    .description('Shows the identity of the shop.')
    .option('--json', 'print a JSON object')
    .action(
      reading(async ({ json }) => {
        const identity = await readShop(requireIdentity);
        process.stdout.write(json ? `${JSON.stringify(identity)}\n` : describeValues(identity));
      }),
    );
  shop
    .command('check')
    .summary('list what a shop that goes public still lacks')
    .description(
      `Lists what a shop that goes public still lacks, a line for each, and ends with exit code 1 if anything is missing.

It looks at legal texts, seller, delivery, PUBLIC_URL and HTTPS, products without a picture, products of the demo, the opening \
balance, and the age of the latest backup. It reads the settings that the shop is started with.`,
    )
    .option('--backups <folder>', 'where the backups are')
    .option('--json', 'print a JSON array of sentences')
    .action(
      reading(async ({ backups: name, json }) => {
        const config = readConfig(process.env);
        const backups = name === undefined ? undefined : resolveFromCaller(name);
        const lacks = await readShop((db) => findLacks({ db, now: Date.now, config, backups }));
        if (json) process.stdout.write(`${JSON.stringify(lacks)}\n`);
        else process.stdout.write(lacks.map((lack) => `${lack}\n`).join(''));
        if (lacks.length > 0)
          throw new OperatorError(`${count(lacks.length, 'thing')} to do first.`);
        if (!json) process.stdout.write('Nothing is missing.\n');
      }),
    );
  shop
    .command('remove')
    .summary('remove the identity, so that the shop is the demo again')
    .description('Removes the identity, so that the shop is the demo again.')
    .action(
      changing(async () => {
        await withShop(removeIdentity);
        process.stdout.write('The shop has no identity of its own now.\n');
      }),
    );
}

const VALUE_MAX_LENGTH = 100;

/** A line for each text and number in an object, with its path, like `hero.promise: Grow`. */
function describeValues(object: object, prefix = ''): string {
  const lines = Object.entries(object).map(([name, value]) => {
    if (typeof value === 'object' && value !== null) {
      return describeValues(value, `${prefix}${name}.`);
    }
    const text = printable(String(value));
    const shown = text.length > VALUE_MAX_LENGTH ? `${text.slice(0, VALUE_MAX_LENGTH)}…` : text;
    return `${prefix}${name}: ${shown}\n`;
  });
  return lines.join('');
}
