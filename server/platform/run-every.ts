/** Runs background work regularly: one run after the other, with a pause between them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

interface Runs {
  everyMs: number;
  /** The pause before the first run. */
  firstMs?: number;
  /** @param signal is aborted when the runs are to stop */
  task(signal: AbortSignal): Promise<unknown>;
}

export interface RegularTask extends Runs {
  /** Logged with the first failure of a series. */
  failure: string;
  /** Makes a run fail that would delay the end. */
  interrupt?(): void;
  /** What is left to do after the last run. */
  finish?(): Promise<unknown>;
}

export interface Running {
  /** Ends the pause before the next run. */
  wake(): void;
  /** Resolves when the last run has ended. */
  stop(): Promise<void>;
}

/** Runs a task from when the server listens until it closes. */
export function runEvery(
  app: FastifyInstance,
  { failure, interrupt, finish, ...runs }: RegularTask,
): void {
  const warn = (err: unknown) => app.log.warn({ err }, failure);
  let running: Running | undefined;
  app.addHook('onListen', async () => {
    running = startRuns({ ...runs, onFailure: warn });
  });
  app.addHook('onClose', async () => {
    interrupt?.();
    await running?.stop();
    await finish?.().catch(warn);
  });
}

/** @param onFailure called with the first failure of a series */
export function startRuns({
  everyMs,
  firstMs = 0,
  task,
  onFailure,
}: Runs & { onFailure?(error: unknown): void }): Running {
  const stopping = new AbortController();
  let pause = new AbortController();
  const wait = (ms: number) =>
    sleep(ms, undefined, { signal: pause.signal, ref: false }).catch(() => {});

  async function run(): Promise<void> {
    let isFailing = false;
    if (firstMs > 0) await wait(firstMs);
    while (!stopping.signal.aborted) {
      // Waking during a run ends the pause after it.
      pause = new AbortController();
      try {
        await task(stopping.signal);
        isFailing = false;
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted) onFailure?.(error);
        isFailing = true;
      }
      await wait(everyMs);
    }
  }

  const ended = run();
  return {
    wake: () => pause.abort(),
    async stop() {
      stopping.abort();
      pause.abort();
      await ended;
    },
  };
}
