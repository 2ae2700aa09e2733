/** Starts the measured servers, each in its own process. */
import { startChild, untilReady } from '../scripts/children.ts';
import { freePort } from '../scripts/postgres.ts';

// Exit explicitly on a signal, because cleaning up needs the `exit` event.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

export interface Server {
  port: number;
  pid: number;
  logFile: string;
  stop(): Promise<unknown>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** The server is ready when it replies on this path. */
  readyPath?: string;
  timeoutMs?: number;
}

/**
 * @param args arguments of Node: options, and a script that listens on PORT
 * @throws Error with the end of the log if the server doesn't become ready
 */
export async function startServer(
  args: readonly string[],
  { env = {}, readyPath = '/', timeoutMs }: StartOptions = {},
): Promise<Server> {
  const port = await freePort();
  const child = startChild(process.execPath, [...args], {
    // Options of Node may contain a folder of the checkout.
    cwd: process.cwd(),
    // An empty setting hides that of a settings file.
    env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: '', ...env },
  });
  await untilReady(child, `http://127.0.0.1:${port}${readyPath}`, timeoutMs);
  return { port, pid: child.pid, logFile: child.outputFile, stop: () => child.end('SIGTERM') };
}
