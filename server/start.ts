/** Starts the shop: settings, storage, demo catalogue, app, listen. Stops it without losing anything. */
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildApp, type Pages } from './app.ts';
import { keepSessions } from './auth/session-cache.ts';
import { fillEmptyShop } from './catalogue/demo.ts';
import { watchVersion } from './catalogue/version.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openLog } from './http/request-log.ts';
import { ListenError, listen } from './listening.ts';
import type { Metrics } from './metrics/metrics.ts';
import { buildMetricsServer } from './metrics/server.ts';
import { StorageError } from './storage/errors.ts';
import { openStorage, type Storage } from './storage/storage.ts';
import { keepTickShape } from './tick-shape.ts';

/** How long running requests get to finish once the shop is told to stop. */
const STOP_TIMEOUT_MS = 10_000;

/** @param loadPages finds the pages: the build's, or those that are made on the fly while developing */
export async function start(loadPages: () => Promise<Pages>): Promise<void> {
  keepTickShape();
  try {
    const config = readConfig(process.env);
    const storage = await openStorage({ ...config.database, exclusive: true });
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
  const version = watchVersion(storage);
  const sessions = keepSessions(storage);
  const services = {
    db: storage.db,
    sessions,
    checkDatabase: storage.check,
    now: Date.now,
    newId: () => randomUUIDv7(),
    catalogueVersion: version.current,
    databaseBacklog: storage.backlog,
    writesOfOthers: storage.writesOfOthers,
  };
  if (config.demoCatalogue) await fillEmptyShop(services);
  const metrics = config.metrics && (await loadMetrics(storage));
  const { stream, flush } = openLog();
  const logger = { level: config.logLevel, stream };
  const app = await buildApp({ services, config, logger, pages, metrics });
  app.addHook('onClose', flush);
  app.addHook('onClose', version.close);
  app.addHook('onClose', sessions.close);
  if (config.metrics && metrics) await serveMetrics(app, metrics, config.metrics);
  await listen(app, config);
  return app;
}

/** Loaded only where it is asked for: a shop that nobody watches starts without it. */
async function loadMetrics({ readPool }: Storage): Promise<Metrics> {
  const { openMetrics } = await import('./metrics/metrics.ts');
  return openMetrics(readPool);
}

/** Until the shop has answered its last request. */
async function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const server = buildMetricsServer(registry, app.log);
  app.addHook('onClose', () => server.close());
  const announce = (url: string) => `Metrics are served at ${url}/metrics`;
  await listen(server, { host, port, prefix: 'METRICS_', announce });
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
  const isPutRight = [ConfigError, StorageError, ListenError].some((kind) => error instanceof kind);
  return isPutRight && error instanceof Error ? error.message : undefined;
}
