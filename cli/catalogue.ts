/**
 * The operator's command for the catalogue: `npm run catalogue -- help`. Exit code 0: done; 1: refused
 * or failed, and nothing was changed; 2: the words make no command.
 */
import { parseCommand, UsageError, usage } from './arguments.ts';
import { NOTHING_CHANGED, REFUSED, run } from './commands.ts';
import { explainFailure } from './failures.ts';

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
  const sentence = explainFailure(error);
  if (sentence === undefined) throw error;
  process.stderr.write(`${sentence}\n${NOTHING_CHANGED}`);
  return REFUSED;
}
