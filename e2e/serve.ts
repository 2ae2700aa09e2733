/** One shop for the whole run: the real server over an empty data folder, on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export default async function serve(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qkart-pages-'));
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, AUTH_RATE_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) {
    const address = /http:\/\/[^ "]+/.exec(line)?.[0];
    if (address === undefined) continue;
    process.env.SHOP_URL = address;
    process.env.SHOP_DATA_DIR = dataDir;
    break;
  }
  // Read on, so that the server never waits for its log to be read.
  server.stdout.resume();
  return async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(dataDir, { recursive: true });
  };
}
