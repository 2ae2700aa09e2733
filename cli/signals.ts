import { Interrupted } from './errors.ts';

/** Aborts on Ctrl+C and on the signal to stop, so that a command can end between two steps. */
export function abortOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => controller.abort(new Interrupted()));
  }
  return controller.signal;
}
