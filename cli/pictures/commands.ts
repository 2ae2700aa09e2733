/** The commands `qkart pictures …`. */
import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { action, NOTHING_CHANGED } from '../action.ts';

export function addPicturesCommands(pictures: CommandUnknownOpts): void {
  pictures
    .summary('import and fetch pictures of products')
    .description('Imports and fetches pictures of products, which the shop then serves itself.');
  pictures
    .command('import <path>')
    .summary('import a picture, or those of a folder')
    .description(
      `Imports a picture, or those of a folder, without its folders.

A file is named like the id of its product: lamp.jpg, or lamp-1.jpg, lamp-2.jpg for several, at most 8. If there is a \
product lamp-1, lamp-1.jpg is of that product. The files named for a product replace all pictures that it had.

JPEG, PNG, WebP, AVIF and GIF (without animation) are read, up to 30 MB and 64 million pixels. Pictures are stored \
upright, without metadata, as AVIF and WebP in several sizes.

Nothing is changed if a file has a problem. The products are changed one after the other; if the import is stopped, \
the same command does the rest. The shop may be running.`,
    )
    .option('--skip-invalid', 'skip files with a problem instead of refusing all')
    .action(action(() => import('./import.ts'), NOTHING_CHANGED));
  pictures
    .command('fetch')
    .summary('fetch the pictures that a feed names on other servers')
    .description(
      `Fetches the pictures that a feed names on other servers, so that shoppers load them from the shop: all of a \
product, at most 8, in the order of the feed.

Only addresses with https:// in public networks are loaded, up to 30 MB in 30 seconds each. What is fetched already is \
not fetched again, unless the feed names another address; imported pictures stay. Each product is changed by itself: \
if the command is stopped or some pictures fail, the same command fetches the rest, and the others are shown meanwhile. \
The shop may be running.`,
    )
    .action(action(() => import('./fetch.ts'), NOTHING_CHANGED));
  pictures
    .command('list')
    .summary('list products without a picture, or with one that can’t be loaded')
    .description(
      'Lists products without a picture, or with one on another server that can’t be loaded.',
    )
    .addOption(
      new Option(
        '--missing',
        'products on sale without a picture, which show their initials',
      ).conflicts('broken'),
    )
    .option('--broken', 'products whose picture is on another server and can’t be loaded')
    .option('--json', 'print a JSON array')
    .action(action(() => import('./list.ts')));
}
