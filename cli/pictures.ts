/** The commands `qkart pictures …`. */
import { type CommandUnknownOpts, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { PICTURES_MAX } from '../contract/pictures.ts';
import { listNames } from '../packages/product-feeds/index.ts';
import { importPictures } from '../server/operations/pictures/import.ts';
import type { PictureProblem } from '../server/operations/pictures/picture-files.ts';
import {
  type BrokenPicture,
  fetchPictures,
  findBroken,
  findMissing,
} from '../server/operations/pictures/remote.ts';
import { FILE_MAX_BYTES, PIXELS_MAX } from '../server/operations/pictures/worker/limits.ts';
import { type List, text } from '../server/operations/reports/columns.ts';
import { count, describeFirst, secondsSince } from '../server/operations/reports/text.ts';
import { OperatorError, UnfinishedChange } from '../server/platform/operator-error.ts';
import { escapeInvisible } from '../server/platform/quote.ts';
import { changing, reading } from './shared/action.ts';
import { resolveFromCaller } from './shared/files.ts';
import { interruptible } from './shared/interruptible.ts';
import { printList } from './shared/list.ts';
import { readShop, withShop } from './shared/shop.ts';

const NAMES_SHOWN = 10;
const MEGABYTES_MAX = FILE_MAX_BYTES / 2 ** 20;

export function addPictures(pictures: CommandUnknownOpts): void {
  pictures.description(
    'Imports and fetches pictures of products, which the shop then serves itself.',
  );
  pictures
    .command('import <path>')
    .summary('import a picture, or those of a folder')
    .description(
      `Imports a picture, or those of a folder, without its folders.

A file is named like the id of its product: lamp.jpg, or lamp-1.jpg, lamp-2.jpg for several, at most ${PICTURES_MAX}. If there is a \
product lamp-1, lamp-1.jpg is of that product. Otherwise case, spaces and what cameras and systems add, like "_1" or " (1)", don't \
matter, and the product's name serves, too: "Oak shelf.JPG". A file that fits two products is a problem. A file named like a group \
of variants is of each variant that has no file of its own. The files named for a product replace all pictures that it had.

JPEG, PNG, WebP, AVIF and GIF (without animation) are read, up to ${MEGABYTES_MAX} MB and ${PIXELS_MAX / 1e6} million pixels. Pictures are stored \
upright, without metadata, as AVIF and WebP in several sizes.

Nothing is changed if a file has a problem. The products are changed one after the other; if the import is stopped, \
the same command does the rest. The shop may be running.`,
    )
    .option(
      '--skip-invalid',
      'skip files with a problem instead of refusing all; the exit code is 3 if there are any',
    )
    .action(changing(importPath));
  pictures
    .command('fetch')
    .summary('fetch the pictures that a feed names on other servers')
    .description(
      `Fetches the pictures that a feed names on other servers, so that shoppers load them from the shop: all of a \
product, at most ${PICTURES_MAX}, in the order of the feed.

Only addresses with https:// in public networks are loaded, up to ${MEGABYTES_MAX} MB in 30 seconds each. What is fetched already is \
not fetched again, unless the feed names another address; imported pictures stay. Each product is changed by itself: \
if the command is stopped or some pictures fail, the same command fetches the rest, and the others are shown meanwhile. \
The shop may be running.`,
    )
    .action(changing(fetchAll));
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
    .action(
      reading(async ({ missing, broken, json }) => {
        if (!missing && !broken)
          throw new InvalidArgumentError('list needs --missing or --broken.');
        await readShop((db) =>
          broken
            ? printList(findBroken(db), brokenList, { json })
            : printList(findMissing(db), missingList, { json }),
        );
      }),
    );
}

const steps = { encoding: 'Encoding', writing: 'Writing' };

async function importPath(
  path: string,
  { skipInvalid = false }: { skipInvalid?: boolean },
): Promise<void> {
  const startedAt = performance.now();
  const report = await withShop((services) =>
    interruptible((signal, show) =>
      importPictures(services, resolveFromCaller(path), {
        skipInvalid,
        signal,
        onProgress: ({ step, done, total }) => show(`${steps[step]}: ${done} of ${total}`),
      }),
    ),
  );
  const { files, passedOver, changed, unchanged, problems } = report;
  const others = escapeInvisible(listNames(passedOver, NAMES_SHOWN));
  if (others !== '')
    process.stderr.write(`Passed over, because they are no pictures: ${others}.\n`);
  if (report.isRefused) throw new OperatorError(describeProblems(problems));
  if (problems.length > 0) process.stderr.write(`${describeProblems(problems)}\n`);
  if (changed + unchanged === 0) throw new OperatorError('There is no picture that could be used.');
  const skipped = problems.length > 0 ? `, ${count(problems.length, 'problem')} skipped` : '';
  process.stdout.write(
    `Read ${count(files, 'file')}: ${count(changed, 'product')} with new pictures, ${unchanged} unchanged${skipped}, in ${secondsSince(startedAt)}.\n`,
  );
  if (skipped !== '') {
    throw new UnfinishedChange('part', 'Mend what was skipped, and repeat the command.');
  }
}

async function fetchAll(): Promise<void> {
  const startedAt = performance.now();
  const { fetched, unchanged, failed, changed, problems } = await withShop((services) =>
    interruptible((signal, show) =>
      fetchPictures(services, {
        signal,
        onProgress: (report) =>
          show(`Fetching: ${report.fetched} fetched, ${report.failed} failed`),
      }),
    ),
  );
  const rest = failed === 0 ? '' : `, ${failed} failed: the same command tries these again`;
  const summary = `Fetched ${count(fetched, 'picture')}, ${unchanged} unchanged, in ${secondsSince(startedAt)}${rest}.`;
  if (failed === 0) process.stdout.write(`${summary}\n`);
  else {
    const text = `${describeProblems(problems, failed)}\n${summary}`;
    throw changed === 0 ? new OperatorError(text) : new UnfinishedChange('part', text);
  }
}

/** A line for each problem, like `lamp.gif has 12 frames: save one of them as a picture.` */
function describeProblems(problems: readonly PictureProblem[], total?: number): string {
  const lines = problems.map(({ about, message }) => escapeInvisible(`${about} ${message}.`));
  return describeFirst(lines, 'problem', total);
}

const missingList: List<{ id: string; name: string }> = {
  columns: [text('product', ({ id }) => id), text('name', ({ name }) => name, { mayShrink: true })],
  none: 'Every product on sale has a picture.',
};

const brokenList: List<BrokenPicture> = {
  columns: [
    text('product', ({ id }) => id),
    text('problem', ({ problem }) => problem),
    text('picture', ({ image }) => image, { mayShrink: true }),
  ],
  none: 'Every picture on another server can be loaded.',
};
