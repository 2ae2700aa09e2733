/** Runs the program that issues invoices and kills itself, again and again. */
import { resolve } from 'node:path';
import { type Child, startChild } from '../scripts/children.ts';

const entry = resolve(import.meta.dirname, 'issuer.ts');

/** @param settings those of the shop */
export function keepIssuing(settings: Record<string, string>) {
  let child: Child;
  let kills = 0;
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      child = startChild(process.execPath, [entry], {
        env: { PATH: process.env.PATH, ...settings },
      });
      const code = await child.ended;
      // Null after a signal.
      if (code !== null) throw new Error(`The issuer ended with ${code}:\n${child.output()}`);
      kills++;
    }
  };
  const running = run();
  // A drill that is over doesn't wait for it.
  running.catch(() => {});
  return {
    /** Rejects when it ends without having been killed. */
    failed: running,
    /** @returns how often it was killed */
    async stop(): Promise<number> {
      isStopped = true;
      if (!child.hasEnded()) await child.end('SIGKILL');
      await running;
      return kills;
    },
  };
}
