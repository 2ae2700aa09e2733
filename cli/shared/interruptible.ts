import { UnfinishedChange } from '../../server/platform/operator-error.ts';
import { createProgressLine } from './progress-line.ts';

export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Whether a listener handles the signal. A listener that is called once is removed before it is called. */
export function isHandled(name: NodeJS.Signals): boolean {
  return process.listenerCount(name) > 0;
}

/**
 * Runs long work that shows its progress, and ends early on Ctrl+C or on the signal to stop, so that it can say how far
 * it came. A second signal ends the process.
 */
export async function interruptible<T>(
  work: (signal: AbortSignal, show: (progress: string) => void, hide: () => void) => Promise<T>,
): Promise<T> {
  const progress = createProgressLine();
  const controller = new AbortController();
  const abort = () => controller.abort(new UnfinishedChange('interrupted', ''));
  for (const name of SIGNALS) process.once(name, abort);
  try {
    return await work(controller.signal, progress.show, progress.end);
  } finally {
    progress.end();
    for (const name of SIGNALS) process.off(name, abort);
  }
}
