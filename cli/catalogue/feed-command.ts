/** What `catalogue import` and `catalogue update` share: everything but the function that they call. */
import type { importFile } from '../../server/feeds/import.ts';
import { resolveFromCaller } from '../caller-path.ts';
import { type Command, CommandFailed, defineCommand } from '../command.ts';
import { createProgressLine } from '../progress-line.ts';
import { formats, parseFormat, parseMapping } from './feed-options.ts';
import { describeImport, describeProblems, describeProgress, describeResume } from './report.ts';
import { NOTHING_CHANGED, withServices } from './shop.ts';

const optionDetails = `
  --format NAME       the format, if neither the name nor the header of the file tells it:
                      ${formats}
  --map THEIRS=OURS   the file calls the field OURS by the name THEIRS; can be repeated
  --skip-invalid      skip invalid records instead of refusing the whole file
  --dry-run           check the file, print what would change, and change nothing
`;

export function createFeedCommand(processFile: typeof importFile, details: string): Command {
  return defineCommand({
    operands: 'FILE',
    options: {
      format: { type: 'string' },
      map: { type: 'string', multiple: true },
      'skip-invalid': { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
    details: `${details}${optionDetails}`,
    onFailure: NOTHING_CHANGED,
    async run({ values, positionals: [name = ''] }) {
      const file = resolveFromCaller(name);
      const options = {
        format: parseFormat(values.format),
        mapping: parseMapping(values.map ?? []),
        skipInvalid: values['skip-invalid'],
        dryRun: values['dry-run'],
      };
      const startedAt = performance.now();
      const report = await withServices((services) => {
        const progress = createProgressLine();
        return processFile(services, file, {
          ...options,
          onProgress: (state) => progress.show(describeProgress(state)),
          onResume(records) {
            progress.end();
            process.stderr.write(describeResume(records));
          },
        }).finally(progress.end);
      });
      const problems = describeProblems(report, file);
      if (report.refused) throw new CommandFailed(problems);
      if (problems !== '') process.stderr.write(`${problems}\n`);
      process.stdout.write(describeImport(report, options, startedAt));
    },
  });
}
