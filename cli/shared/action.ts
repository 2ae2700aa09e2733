import { InvalidArgumentError } from '@commander-js/extra-typings';
import { exitCodes, LOOK_FIRST } from './exit-codes.ts';
import { isHandled, SIGNALS } from './interruptible.ts';

type Run<Given extends unknown[]> = (...given: Given) => Promise<void>;

/**
 * Creates the action of a command that changes everything or nothing.
 * @param run gets arguments and options, returns when the work is done, and throws every failure. InvalidArgumentError is
 *   wrong usage
 * @param nothingChanged printed after the reason of a failure
 */
export function changing<Given extends unknown[]>(
  run: Run<Given>,
  nothingChanged = 'Nothing was changed.\n',
) {
  return action(run, nothingChanged);
}

/** Works like `changing`, for a command that only reads. */
export function reading<Given extends unknown[]>(run: Run<Given>) {
  return action(run, '');
}

function action<Given extends unknown[]>(run: Run<Given>, nothingChanged: string) {
  return async function (this: { error(message: string): never }, ...given: Given): Promise<void> {
    if (nothingChanged !== '') for (const name of SIGNALS) process.once(name, stop);
    try {
      const { loadSettingsFile } = await import('../../server/platform/settings/settings-file.ts');
      for (const warning of loadSettingsFile()) process.stderr.write(`${warning}\n`);
      await run(...given);
    } catch (error) {
      if (error instanceof InvalidArgumentError) this.error(`error: ${error.message}`);
      // Import this file only on failure, because it imports the errors of the storage.
      const { reportFailure } = await import('./report-failure.ts');
      process.exitCode = reportFailure(error, nothingChanged);
    } finally {
      for (const name of SIGNALS) process.off(name, stop);
    }
  };
}

/** Ends a command that changes something, unless it handles the signal itself. */
function stop(name: NodeJS.Signals): void {
  if (isHandled(name)) return;
  process.stderr.write(LOOK_FIRST);
  process.exit(exitCodes.interrupted);
}
