import { Interrupted } from './errors.ts';

export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Whether anybody else handles the signal. A listener that is called once is removed before it is called. */
export function isHandled(name: NodeJS.Signals): boolean {
  return process.listenerCount(name) > 0;
}

/**
 * Runs work that ends early on Ctrl+C, or on the signal to stop, so that it can say how far it came. A second signal
 * ends the process.
 */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(new Interrupted());
  for (const name of SIGNALS) process.once(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, abort);
  }
}
