/** Starts the shop: settings, storage, demo catalogue, app, listen. Stops it without losing anything. */
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildApp, type Pages } from './app.ts';
import { fillEmptyShop } from './catalogue/demo.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openStorage, type Storage, StorageError } from './storage/open.ts';

/** How long running requests get to finish once the shop is told to stop. */
const STOP_TIMEOUT_MS = 10_000;

/** @param loadPages finds the pages: the build's, or those that are made on the fly while developing */
export async function start(loadPages: () => Promise<Pages>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const storage = await openStorage({ dataDir: config.dataDir, exclusive: true });
    const app = await open(config, storage, await loadPages());
    stopOnSignals(app, storage);
  } catch (error) {
    const sentence = explain(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exit(1);
  }
}

async function open(config: Config, storage: Storage, pages: Pages): Promise<FastifyInstance> {
  const services = { db: storage.db, now: Date.now, newId: () => randomUUIDv7() };
  if (config.demoCatalogue) await fillEmptyShop(services);
  const app = await buildApp({ services, config, logger: { level: config.logLevel }, pages });
  await app.listen({ host: config.host, port: config.port });
  return app;
}

function stopOnSignals(app: FastifyInstance, storage: Storage): void {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => {
      app.log.error('requests were still running; stopped without them');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    await app.close();
    await storage.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** One sentence for what an operator can put right; nothing for a defect, which keeps its stack. */
function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StorageError) return error.message;
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const { address = '', port = '' } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken on ${address}: stop what uses it, or set PORT to another one.`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST names no address of this machine: ${error.message}.`;
    default:
      return undefined;
  }
}
