import { readConfig } from '../../server/config.ts';
import { type ExportOptions, exportToFile, exportToOutput } from '../../server/feeds/export.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { defineCommand } from '../command.ts';
import { createProgressLine } from '../progress-line.ts';
import { formats, parseFormat } from './feed-options.ts';
import { describeExport, describeProgress } from './report.ts';
import { NOTHING_CHANGED, withServices } from './shop.ts';

export const command = defineCommand({
  operands: 'FILE',
  options: { format: { type: 'string' } },
  details: `
FILE is written completely or not at all; - is the standard output. The shop may be running.

  --format NAME   the format, if the name of the file does not tell it; jsonl on the standard output:
                  ${formats}
`,
  onFailure: NOTHING_CHANGED,
  async run({ values, positionals: [name = ''] }) {
    const startedAt = performance.now();
    const format = parseFormat(values.format);
    const report = await withServices((services) => {
      const progress = createProgressLine();
      const options: ExportOptions = {
        format,
        origin: readConfig(process.env).publicUrl,
        onProgress: (state) => progress.show(describeProgress(state)),
      };
      const exporting =
        name === '-'
          ? exportToOutput(services, process.stdout, options)
          : exportToFile(services, resolveFromCaller(name), options);
      return exporting.finally(progress.end);
    });
    // The standard output may be the export itself.
    process.stderr.write(describeExport(report, startedAt));
  },
});
