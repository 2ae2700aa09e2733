/** Starts a shop in a separate process, to test signals, exit codes and stderr. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

/** On a busy machine, a process takes seconds to start. */
export const PROCESS_TEST_TIMEOUT_MS = 240_000;

const entry = fileURLToPath(new URL('./start.ts', import.meta.url));
/** The compile cache halves the start of a process. */
export const compileCache = resolve(import.meta.dirname, '../../node_modules/.cache/node-compile');

/** Settings of a Node process that runs this module before its own. @param source JavaScript */
export function runningFirst(source: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

export interface ShopProcess {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves to the exit code (null after a signal) and the whole stderr when the process ends. */
  ended: Promise<{ code: number | null; stderr: string }>;
  /** Waits for a log line that contains this text. */
  logged(wanted: string): Promise<string>;
}

/**
 * Runs the shop with these settings, by default on a free port.
 * @param launcher a command that runs the shop, instead of node
 * @param whenDone registers its end: after the test, or after the test file
 */
export function spawnShop(
  settings: Record<string, string>,
  launcher: readonly string[] = [],
  whenDone: (end: () => void) => void = onTestFinished,
): ShopProcess {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: compileCache,
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO_CATALOGUE: 'off',
    ...settings,
  };
  const [command = '', ...words] = [...launcher, process.execPath, entry];
  // A settings file of the checkout is not for tests.
  const child = spawn(command, words, { env, cwd: tmpdir() });
  whenDone(() => {
    child.kill('SIGKILL');
  });
  let log = '';
  child.stdout.on('data', (chunk) => {
    log += chunk;
  });
  const stderr = text(child.stderr);
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(async ([code]) => ({ code, stderr: await stderr })),
    async logged(wanted) {
      const find = () => log.split('\n').find((line) => line.includes(wanted));
      return (await vi.waitUntil(find, { timeout: PROCESS_TEST_TIMEOUT_MS, interval: 5 })) ?? '';
    },
  };
}

/** Like `spawnShop`, and waits until the shop listens. */
export async function startShop(
  settings: Record<string, string>,
  launcher?: readonly string[],
  whenDone?: (end: () => void) => void,
): Promise<ShopProcess & { url: string }> {
  const shop = spawnShop(settings, launcher, whenDone);
  const line = await shop.logged('listening at');
  return { ...shop, url: /http:[0-9.:/]+/.exec(line)?.[0] ?? '' };
}
