import {
  type ExportOptions,
  exportToFile,
  exportToOutput,
} from '../../server/operations/feeds/export.ts';
import { readConfig } from '../../server/platform/config.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { createProgressLine } from '../progress-line.ts';
import { readShop } from '../shop.ts';
import { untilSignal } from '../signals.ts';
import { describeExport, describeProgress } from './report.ts';

/** @param name the file; `-` is the standard output */
export async function run(name: string, { format }: Pick<ExportOptions, 'format'>): Promise<void> {
  const startedAt = performance.now();
  const progress = createProgressLine();
  const work = (db: Db, signal: AbortSignal) => {
    const services = { db, now: Date.now };
    const options: ExportOptions = {
      signal,
      format,
      origin: process.env.PUBLIC_URL ? readConfig(process.env).publicUrl : undefined,
      onProgress: (state) => progress.show(describeProgress(state)),
    };
    const exporting =
      name === '-'
        ? exportToOutput(services, process.stdout, options)
        : exportToFile(services, resolveFromCaller(name), options);
    return exporting.finally(progress.end);
  };
  const report = await readShop((db) => untilSignal((signal) => work(db, signal)));
  // The standard output may be the export itself.
  process.stderr.write(describeExport(report, startedAt));
}
