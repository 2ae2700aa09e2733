/** The commands `qkart shop …`. */
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { action, NOTHING_CHANGED } from '../action.ts';

export function addShopCommands(shop: CommandUnknownOpts): void {
  shop
    .summary('name the shop, and give it its looks and texts')
    .description(
      'Sets what makes the shop your own: name, words, colours, logo, legal texts, seller. They stand in one file, shop.json, which docs/identity.md describes.',
    );
  shop
    .command('import <file>')
    .summary('replace the identity of the shop by this shop.json')
    .description(
      `Replaces the identity of the shop by that of this file (shop.json).

The running shop shows it at once. If anything in the file is wrong, each problem is printed and nothing changes.`,
    )
    .action(action(() => import('./import.ts'), NOTHING_CHANGED));
  shop
    .command('export [file]')
    .summary('write the identity to a file, or to the standard output')
    .description(
      'Writes the identity to a file that import reads, or to the standard output. An existing file is not overwritten.',
    )
    .action(action(() => import('./export.ts'), 'Nothing was written.\n'));
  shop
    .command('show')
    .summary('show the identity of the shop')
    .description('Shows the identity of the shop.')
    .option('--json', 'print a JSON object')
    .action(action(() => import('./show.ts')));
  shop
    .command('check')
    .summary('list what a shop that goes public still lacks')
    .description(
      `Lists what a shop that goes public still lacks, a line for each, and ends with exit code 1 if anything is missing.

It looks at legal texts, seller, PUBLIC_URL and HTTPS, products without a picture, products of the demo, the opening \
balance, and the age of the latest backup. It reads the settings that the shop is started with.`,
    )
    .option('--backups <folder>', 'where the backups are')
    .option('--json', 'print a JSON array of sentences')
    .action(action(() => import('./check.ts')));
  shop
    .command('remove')
    .summary('remove the identity, so that the shop is the demo again')
    .description('Removes the identity, so that the shop is the demo again.')
    .action(action(() => import('./remove.ts'), NOTHING_CHANGED));
}
