/** Servers that are measured, each a process of its own. */
import { startChild, untilReady } from '../scripts/children.ts';
import { freePort } from '../scripts/postgres.ts';

// A signal alone would skip what is cleaned up at the exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

export interface Server {
  port: number;
  pid: number;
  logFile: string;
  stop(): Promise<unknown>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** The server is ready when it answers there. */
  readyPath?: string;
  timeoutMs?: number;
}

/**
 * @param args for Node: a script that listens on PORT, and options
 * @throws Error with the end of the log if the server doesn't become ready
 */
export async function startServer(
  args: readonly string[],
  { env = {}, readyPath = '/', timeoutMs }: StartOptions = {},
): Promise<Server> {
  const port = await freePort();
  const child = startChild(process.execPath, [...args], {
    // Options of Node may name a folder of the checkout.
    cwd: process.cwd(),
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
  });
  await untilReady(child, `http://127.0.0.1:${port}${readyPath}`, timeoutMs);
  return { port, pid: child.pid, logFile: child.outputFile, stop: () => child.end('SIGTERM') };
}
