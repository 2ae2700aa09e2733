/** Shops for the tests: the real server over an empty data folder, on a free port. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

export interface Shop {
  /** Like `http://127.0.0.1:40123`. */
  address: string;
  /** Runs the operator's command, as in `npm run catalogue -- remove some-id`. */
  catalogue(...words: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings of the server, beside the ones that every test wants */
export async function startShop(settings: Record<string, string> = {}): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qkart-pages-'));
  const env = { ...process.env, DATA_DIR: dataDir };
  const server = spawn(process.execPath, ['server/main.ts'], {
    env: { ...env, PORT: '0', HOST: '127.0.0.1', AUTH_RATE_LIMIT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let address = '';
  for await (const line of createInterface(server.stdout)) {
    address = /http:\/\/[^ "]+/.exec(line)?.[0] ?? '';
    if (address !== '') break;
  }
  if (address === '') throw new Error('The shop did not start; what it said stands above.');
  // Read on, so that the server never waits for its log to be read.
  server.stdout.resume();
  return {
    address,
    async catalogue(...words) {
      await promisify(execFile)(process.execPath, ['cli/catalogue.ts', ...words], { env });
    },
    async stop() {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(dataDir, { recursive: true });
    },
  };
}

/** One shop for the whole run. */
export default async function serve(): Promise<() => Promise<void>> {
  const shop = await startShop();
  process.env.SHOP_URL = shop.address;
  return shop.stop;
}
