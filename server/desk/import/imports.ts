/** Imports of files of products: the file that each operator has chosen, and what has become of it. */
import { createReadStream, mkdtempSync, type ReadStream } from 'node:fs';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type {
  Fields,
  ImportPage,
  ImportPreview,
  ImportRun,
  SentForm,
  Upload,
} from '../../../contract/desk.ts';
import { exportedFormats, formatNames, pickRows } from '../../../packages/product-feeds/index.ts';
import { type ImportOptions, importFile } from '../../operations/feeds/import.ts';
import type { Source } from '../../operations/feeds/reading/source-file.ts';
import {
  describeApplied,
  describeClamped,
  describeImport,
  describeProblems,
  describeProgress,
  describeSkipped,
} from '../../operations/feeds/report.ts';
import { OperatorError, UnfinishedChange } from '../../platform/operator-error.ts';
import { escapeInvisible } from '../../platform/quote.ts';
import type { OperatorServices } from '../../platform/services.ts';
import { columnChoices, defaultFields, toFeedOptions } from './choices.ts';
import { compareFile } from './preview.ts';
import { readSample, type Sample } from './sample.ts';

/** How long a file is kept that nobody works on. */
const KEPT_MS = 60 * 60_000;
/** Operators whose last import is known. */
const RUNS_MAX = 5;
/** Small, because orders are placed by the same process. */
const BATCHING = { size: 100, pauseMinMs: 12 };
/** The work on a small file is done before its form is answered. */
const QUICK_MS = 1_000;

interface Run {
  id: string;
  operator: string;
  /** The file's, as the operator calls it, and where it is. */
  name: string;
  path: string;
  sample: Sample;
  choices: Fields;
  preview?: ImportPreview | undefined;
  result?: ImportRun['result'];
  /** Whether it is imported, and its file has the refused rows alone, or is deleted. */
  isDone?: true;
}

interface Job {
  run: Run;
  doing: string;
  progress: string;
  controller: AbortController;
  done?: Promise<void>;
}

/** One for each server of the desk. It works on one file at a time. */
export class Imports {
  /** The run of each operator. Whatever removes a run deletes its file. */
  readonly #runs: LRUCache<string, Run>;
  readonly #report: (error: unknown) => void;
  #folder: string | undefined;
  #job: Job | undefined;

  /** @param report logs a defect */
  constructor(now: () => number, report: (error: unknown) => void) {
    this.#report = report;
    this.#runs = new LRUCache({
      max: RUNS_MAX,
      ttl: KEPT_MS,
      ttlAutopurge: true,
      perf: { now },
      dispose: (run) => {
        if (run !== this.#job?.run) rm(run.path, { force: true }).catch(report);
      },
    });
  }

  read(operator: string): ImportPage {
    const run = this.#runOf(operator);
    const job = this.#job;
    return {
      ...{ formats: formatNames, exportedFormats, columnChoices, defaults: defaultFields },
      busy: job && job.run !== run ? describeJob(job) : undefined,
      run: run && toPage(run, job),
    };
  }

  /** The rows of a table that were left out, with its header; undefined if there are none. */
  readRefused(operator: string): ReadStream | undefined {
    const run = this.#runOf(operator);
    return run?.result?.hasRefusedRows ? createReadStream(run.path) : undefined;
  }

  /** @throws OperatorError */
  async change(services: OperatorServices, { fields, uploads }: SentForm): Promise<{ id: string }> {
    const { intent, run: id } = fields;
    if (intent === 'choose') return this.#choose(services, uploads[0]);
    const run = this.#runOf(services.operator.name);
    if (run === undefined || run.id !== id || run.isDone) {
      throw new OperatorError('This file is not known any more. Choose it again.');
    }
    if (intent === 'preview') await this.#preview(services, run, fields);
    if (intent === 'apply') await this.#apply(services, run, fields);
    if (intent === 'stop' && this.#job?.run === run) await stop(this.#job);
    return { id };
  }

  async close(): Promise<void> {
    this.#job?.controller.abort(new UnfinishedChange('interrupted', ''));
    await this.#job?.done;
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }

  async #choose({ operator, newId }: OperatorServices, upload: Upload | undefined) {
    if (upload === undefined) throw new OperatorError('Choose a file that has products.');
    this.#refuseWhileWorking(operator.name);
    const id = newId();
    this.#folder ??= mkdtempSync(join(tmpdir(), 'qkart-import-'));
    const path = join(this.#folder, id);
    // The file of a form is deleted when its request ends.
    await copyFile(upload.path, path);
    const name = escapeInvisible(upload.name);
    const file = { id, operator: operator.name, name, path };
    const run: Run = { ...file, choices: {}, sample: { columns: [] } };
    try {
      await this.#readColumns(run, {});
      const before = this.#runs.get(operator.name);
      if (before?.isDone && hasSameColumns(before, run)) run.choices = before.choices;
      // The work on the file before may have begun meanwhile.
      this.#refuseWhileWorking(operator.name);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    this.#runs.set(operator.name, run);
    return { id };
  }

  /** Work may take so long that its file would be forgotten. */
  #runOf(operator: string): Run | undefined {
    this.#runs.purgeStale();
    const { run } = this.#job ?? {};
    return run?.operator === operator ? run : this.#runs.get(operator);
  }

  #refuseWhileWorking(operator: string): void {
    if (this.#job?.run.operator === operator) throw new OperatorError(waitFor(this.#job));
  }

  /** What the columns seem to be is chosen, until the operator chooses. */
  async #readColumns(run: Run, { format = '' }: Fields): Promise<void> {
    run.sample = await reading(run, (file) => readSample(file, toFeedOptions([], { format })));
    const guesses = run.sample.columns.map(({ guess = '' }, index) => [`column-${index}`, guess]);
    run.choices = { format, ...Object.fromEntries(guesses) };
  }

  async #preview(services: OperatorServices, run: Run, fields: Fields): Promise<void> {
    await this.#start(run, 'is comparing', async (job) => {
      run.preview = undefined;
      if (fields.format !== run.choices.format) return this.#readColumns(run, fields);
      run.choices = fields;
      const options = { ...toFeedOptions(run.sample.columns, fields), ...job };
      run.preview = await reading(run, (file) => compareFile(services, file, options));
      // The preview has the problems of the file as it is read now.
      run.sample.problem = undefined;
    });
  }

  async #apply(services: OperatorServices, run: Run, { skip }: Fields): Promise<void> {
    await this.#start(run, 'is importing', async (job) => {
      const startedAt = performance.now();
      const options = { ...toFeedOptions(run.sample.columns, run.choices), ...job };
      const report = await reading(run, (file) =>
        importFile(services, file, { ...options, skipInvalid: skip === 'on' }),
      );
      if (report.refused) throw new OperatorError(describeProblems(report, run.name));
      const sentences = [
        `${run.name}\n`,
        describeApplied(report),
        describeImport(report, { dryRun: false }, startedAt),
        describeClamped(report, run.name),
        report.skipped > 0 ? describeSkipped(report) : '',
      ];
      const hasRefusedRows = report.skipped > 0 && report.skippedRows !== undefined;
      run.result = { isProblem: false, text: sentences.join('').trim(), hasRefusedRows };
      run.isDone = true;
      run.preview = undefined;
      if (hasRefusedRows) await keepRows(run, new Set(report.skippedRows));
      else await rm(run.path, { force: true });
    });
  }

  /** Returns when the work is done, or has become long. */
  async #start(
    run: Run,
    doing: string,
    work: (options: ImportOptions) => Promise<void>,
  ): Promise<void> {
    if (this.#job) throw new OperatorError(waitFor(this.#job));
    const controller = new AbortController();
    const job: Job = { run, doing, progress: 'Starting', controller };
    this.#job = job;
    run.result = undefined;
    job.done = work({
      signal: controller.signal,
      onProgress: (progress) => {
        job.progress = describeProgress(progress);
      },
      batching: BATCHING,
      yieldToServer: () => setImmediate(),
    })
      .catch((error) => {
        run.result = { isProblem: true, text: this.#explain(error) };
      })
      .finally(() => {
        // The result stays until the next file.
        this.#runs.set(run.operator, run, { ttl: run.isDone ? 0 : KEPT_MS });
        this.#job = undefined;
      });
    await Promise.race([job.done, sleep(QUICK_MS, undefined, { ref: false })]);
  }

  #explain(error: unknown): string {
    if (error instanceof UnfinishedChange) {
      const { outcome, message, cause } = error;
      if (outcome === 'interrupted') return 'Stopped. Nothing was written.';
      const isStopped = cause instanceof UnfinishedChange;
      return `${isStopped ? 'Stopped.' : this.#explain(cause)}\n${message}`;
    }
    if (error instanceof OperatorError) return error.message;
    this.#report(error);
    return 'Something went wrong. The log of the shop has the reason.';
  }
}

async function stop({ controller, done }: Job): Promise<void> {
  controller.abort(new UnfinishedChange('interrupted', ''));
  await Promise.race([done, sleep(QUICK_MS, undefined, { ref: false })]);
}

function describeJob({ run, doing, progress }: Job): string {
  return `${run.operator} ${doing} ${run.name}. ${progress}.`;
}

function waitFor(job: Job): string {
  return `${describeJob(job)} Wait until that is done.`;
}

function toPage(run: Run, job: Job | undefined): ImportRun {
  const { id, name: file, sample, choices, preview, result, isDone = false } = run;
  const columns = sample.columns.map(({ name, values, field, isUnread }) => {
    return { name, values, found: field ?? (isUnread ? 'not read' : 'by its name') };
  });
  const progress = job?.run === run ? job.progress : undefined;
  return { id, file, columns, choices, problem: sample.problem, progress, preview, isDone, result };
}

function hasSameColumns(...runs: [Run, Run]): boolean {
  const [one, other] = runs.map(({ sample }) => sample.columns.map(({ name }) => name));
  return isDeepStrictEqual(one, other);
}

/** Leaves only these rows in the file. */
async function keepRows(run: Run, rows: ReadonlySet<number>): Promise<void> {
  const kept = `${run.path}-kept`;
  await reading(run, ({ read }) => writeFile(kept, pickRows(read(), rows)));
  await rename(kept, run.path);
}

/** @param file can be read more than once */
async function reading<T>({ name, path }: Run, work: (file: Source) => Promise<T>): Promise<T> {
  const streams: ReadStream[] = [];
  async function* read() {
    const stream = createReadStream(path);
    streams.push(stream);
    yield* stream;
  }
  try {
    return await work({ path: name, read });
  } finally {
    // Not every reader reads to the end.
    for (const stream of streams) stream.destroy();
  }
}
