import { exitCodes, LOOK_FIRST, UsageError } from './errors.ts';
import { isHandled, SIGNALS } from './signals.ts';

/** The message for commands that change everything or nothing. */
export const NOTHING_CHANGED = 'Nothing was changed.\n';

/**
 * Creates the action of a command for Commander.
 * @param load imports the command's file. Its `run` gets arguments and options, returns when the work is
 *   done, and throws every failure
 * @param onFailure printed after the reason of a failure; says what state the shop is in
 */
export function action<Given extends unknown[]>(
  load: () => Promise<{ run(...given: Given): Promise<void> }>,
  onFailure = '',
) {
  return async function (this: { error(message: string): never }, ...given: Given): Promise<void> {
    if (onFailure !== '') for (const name of SIGNALS) process.once(name, stop);
    try {
      const { loadSettingsFile } = await import('../server/platform/settings-file.ts');
      for (const warning of loadSettingsFile()) process.stderr.write(`${warning}\n`);
      const { run } = await load();
      await run(...given);
    } catch (error) {
      if (error instanceof UsageError) this.error(`error: ${error.message}`);
      // Import this file only on failure, because it imports the errors of the whole server.
      const { reportFailure } = await import('./failures.ts');
      process.exitCode = reportFailure(error, onFailure);
    } finally {
      for (const name of SIGNALS) process.off(name, stop);
    }
  };
}

/** Ends a command that changes something, unless it ends by itself between two steps. */
function stop(name: NodeJS.Signals): void {
  if (isHandled(name)) return;
  process.stderr.write(LOOK_FIRST);
  process.exit(exitCodes.interrupted);
}
