/**
 * The operator's command for the catalogue: `npm run catalogue -- help`. Exit code 0: done; 1: refused
 * or failed, and what was changed is said: mostly nothing; 2: the words make no command.
 */
import { ImportInterrupted } from '../server/catalogue/import/problems.ts';
import { parseCommand, UsageError, usage } from './arguments.ts';
import { NOTHING_CHANGED, REFUSED, run } from './commands.ts';
import { explainFailure } from './failures.ts';
import { describeRest } from './report.ts';

const MISUSED = 2;

try {
  process.exitCode = await run(parseCommand(process.argv.slice(2)));
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    return MISUSED;
  }
  const isBegun = error instanceof ImportInterrupted;
  const sentence = explainFailure(isBegun ? error.cause : error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n${isBegun ? describeRest(error.records) : NOTHING_CHANGED}`);
  return REFUSED;
}
