/** Runs what starts processes of its own, and leaves none of them behind, however it ends. */
import { stopEverything } from './children.ts';
import { MissingPart } from './missing.ts';

const INTERRUPTED = 130;

/**
 * @param work says whether everything was as it should be; once in a process
 * @returns the same; false, and a sentence on stderr, where a part is missing
 */
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
