/** Does what the operator asked for. Every command answers with the exit code. */
import { randomUUIDv7 } from 'node:crypto';
import { resolve } from 'node:path';
import { takeOut } from '../server/catalogue/removal.ts';
import { countProducts } from '../server/catalogue/store.ts';
import { readConfig } from '../server/config.ts';
import { quote } from '../server/feeds/errors.ts';
import { type ExportOptions, exportToFile, exportToOutput } from '../server/feeds/export.ts';
import { importFile, updateFile } from '../server/feeds/import.ts';
import type { Services } from '../server/services.ts';
import { openStorage } from '../server/storage/storage.ts';
import { type Command, type ImportCommand, usage } from './arguments.ts';
import { REFUSED } from './failures.ts';
import { callersFolder } from './folder.ts';
import { openProgressLine } from './progress.ts';
import {
  count,
  describeExport,
  describeImport,
  describeProblems,
  describeProgress,
  describeResume,
} from './report.ts';

const DONE = 0;
export const NOTHING_CHANGED = 'Nothing was changed.\n';

type ExportCommand = Extract<Command, { name: 'export' }>;

export async function run(command: Command): Promise<number> {
  switch (command.name) {
    case 'import':
    case 'update':
      return withShop((services) => runImport(services, command));
    case 'export':
      return withShop((services) => runExport(services, command));
    case 'remove':
      return withShop((services) => runRemove(services, new Set(command.ids)));
    case 'count':
      return withShop(runCount);
    case 'help':
      process.stdout.write(usage);
      return DONE;
  }
}

/** Opens the same shop that the server has, and works beside it. */
async function withShop(work: (services: Services) => Promise<number>): Promise<number> {
  const { database } = readConfig(process.env);
  const storage = await openStorage({ ...database, exclusive: false });
  try {
    return await work({ db: storage.db, now: Date.now, newId: () => randomUUIDv7() });
  } finally {
    await storage.close();
  }
}

async function runImport(services: Services, command: ImportCommand): Promise<number> {
  const { name, skipInvalid, dryRun, format, mapping } = command;
  const file = resolve(callersFolder(), command.file);
  const bringIn = { import: importFile, update: updateFile }[name];
  const startedAt = performance.now();
  const progress = openProgressLine(process.stderr, () => performance.now());
  const report = await bringIn(services, file, {
    skipInvalid,
    dryRun,
    format,
    mapping,
    onProgress: (done) => progress.show(describeProgress(done)),
    onResume(records) {
      progress.end();
      process.stderr.write(describeResume(records));
    },
  }).finally(progress.end);
  process.stderr.write(describeProblems(report, file));
  if (report.refused) {
    process.stderr.write(NOTHING_CHANGED);
    return REFUSED;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(`${describeImport(report, { dryRun, seconds })}\n`);
  return DONE;
}

/** What is said of it goes where the products don't. */
async function runExport(services: Services, { file, format }: ExportCommand): Promise<number> {
  const startedAt = performance.now();
  const progress = openProgressLine(process.stderr, () => performance.now());
  const options: ExportOptions = {
    format,
    origin: readConfig(process.env).publicUrl,
    onProgress: (done) => progress.show(describeProgress(done)),
  };
  const exporting =
    file === '-'
      ? exportToOutput(services, process.stdout, options)
      : exportToFile(services, resolve(callersFolder(), file), options);
  const report = await exporting.finally(progress.end);
  const seconds = (performance.now() - startedAt) / 1000;
  process.stderr.write(`${describeExport(report, seconds)}\n`);
  return DONE;
}

async function runRemove(services: Services, ids: ReadonlySet<string>): Promise<number> {
  const { removed, missing } = await takeOut(services, ids);
  if (missing.length > 0) {
    for (const id of missing) process.stderr.write(`There is no product ${quote(id)}.\n`);
    process.stderr.write(NOTHING_CHANGED);
    return REFUSED;
  }
  process.stdout.write(`Took out ${count(removed, 'product')}.\n`);
  return DONE;
}

async function runCount({ db }: Services): Promise<number> {
  process.stdout.write(`${count(await countProducts(db), 'product')}\n`);
  return DONE;
}
