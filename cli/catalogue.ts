/**
 * The operator's command for the catalogue: `npm run catalogue -- help`. Exit code 0: done; 1: refused
 * or failed, and what was changed is said: mostly nothing; 2: the words make no command.
 */
import { ImportInterrupted } from '../server/feeds/errors.ts';
import { parseCommand, usage } from './arguments.ts';
import { NOTHING_CHANGED, run } from './commands.ts';
import { reportFailure } from './failures.ts';
import { describeRest } from './report.ts';

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2)));
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (!(error instanceof ImportInterrupted)) {
    return reportFailure(error, { usage, consequence: NOTHING_CHANGED });
  }
  const consequence = describeRest(error.records);
  return reportFailure(error, { usage, consequence, reason: error.cause });
}
