/** Runs what starts child processes, and leaves none of them behind. */
import { stopEverything } from './children.ts';
import { MissingPart } from './missing.ts';

const INTERRUPTED = 130;

/** @returns the result of the work; false, with a sentence on stderr, if a part is missing */
export async function runAndStop(work: () => Promise<boolean>): Promise<boolean> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopEverything().finally(() => process.exit(INTERRUPTED)));
  }
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  } finally {
    await stopEverything();
  }
}
