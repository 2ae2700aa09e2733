/** Starts the shop: settings, storage, demo catalogue, app, listen. Stops it without losing requests. */
import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { readLastBackup } from './operations/backup/last-backup.ts';
import { fillEmptyShop } from './operations/feeds/demo.ts';
import { listen } from './platform/http/connections/listening.ts';
import { type LogOptions, openLog } from './platform/http/request-log.ts';
import { noMeter } from './platform/metrics/meter.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import { buildMetricsServer } from './platform/metrics/server.ts';
import { OperatorError } from './platform/operator-error.ts';
import { runEvery } from './platform/run-every.ts';
import type { AppServices } from './platform/services.ts';
import { type Config, type DeskConfig, readConfig } from './platform/settings/config.ts';
import { loadSettingsFile } from './platform/settings/settings-file.ts';
import { openStorage } from './platform/storage/open.ts';
import type { Storage } from './platform/storage/storage.ts';
import { cleanUpRegularly } from './platform/webhooks/clean-up.ts';
import { noOutbox } from './platform/webhooks/outbox.ts';
import { noteEventsWanted } from './platform/webhooks/wanted.ts';
import type { openWebhooks, Webhooks } from './platform/webhooks/webhooks.ts';
import { openVersion } from './shop/catalogue/version.ts';
import { issueRegularly } from './shop/orders/issuer.ts';
import type { Pages } from './shop/pages/renderer.ts';
import { SearchCounter } from './shop/search/counts/search-counter.ts';
import { countRegularly } from './shop/search/counts/write-counts.ts';
import { Search } from './shop/search/search.ts';

/** Running requests may take this long to finish when the shop stops. */
const STOP_TIMEOUT_MS = 10_000;

/** What this process serves beside the API. */
interface Parts {
  /** Loads the built pages, or the development server's. */
  loadPages(): Promise<Pages>;
  /** Loads and builds the desk's server. Called only if the desk is on. */
  loadDesk(options: {
    services: AppServices;
    search: Search;
    config: Config;
    desk: DeskConfig;
    logger: LogOptions;
  }): Promise<FastifyInstance>;
}

export async function start(parts: Parts): Promise<void> {
  try {
    for (const warning of loadSettingsFile()) process.stderr.write(`${warning}\n`);
    const config = readConfig(process.env);
    const storage = await openStorage({ ...config.database, exclusive: true });
    const [pages] = await Promise.all([parts.loadPages(), storage.warmUp()]);
    await open(config, storage, pages, parts);
  } catch (error) {
    // Anything else is a defect, whose stack Node prints.
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function open(
  config: Config,
  storage: Storage,
  pages: Pages,
  { loadDesk }: Pick<Parts, 'loadDesk'>,
): Promise<void> {
  const { db } = storage;
  const version = openVersion(db);
  const base = { db, now: Date.now, newId: () => randomUUIDv7() };
  const webhooks = config.webhook && (await loadWebhooks(config.webhook, base));
  const metrics = config.metrics && (await loadMetrics(storage, webhooks));
  const services = {
    ...base,
    outbox: webhooks?.outbox ?? noOutbox,
    meter: metrics?.meter ?? noMeter,
    checkDatabase: storage.check,
    catalogueVersion: version.current,
    databaseBacklog: storage.backlog,
    emptyLog: storage.emptyLog,
  };
  await noteEventsWanted(db, webhooks !== undefined);
  if (config.demoCatalogue) await fillEmptyShop(services);
  const log = openLog();
  const logger = { level: config.logLevel, stream: log.stream };
  const searchCounter = config.countSearches ? new SearchCounter() : undefined;
  const search = new Search(services);
  const app = await buildApp({ services, search, config, logger, pages, metrics, searchCounter });
  app.addHook('onClose', log.close);
  app.addHook('onClose', version.close);
  for (const notice of storage.notices) app.log.warn(notice);
  webhooks?.deliverWhileListening(app);
  runEvery(app, cleanUpRegularly(base, app.log));
  runEvery(app, issueRegularly(services));
  runEvery(app, countRegularly(base, searchCounter));
  // A signal may come as soon as the log says that the shop listens.
  const told = untilToldToStop();
  if (config.metrics && metrics) await serveMetrics(app, metrics, config.metrics);
  if (config.desk) {
    const desk = await loadDesk({ services, search, config, desk: config.desk, logger });
    await serveDesk(app, desk, config.desk);
  }
  await listen(app, config);
  told.then((signal) => stop(app, storage, signal));
}

/** Loaded on demand, to start faster without metrics. */
async function loadMetrics({ db, readPool }: Storage, webhooks?: Webhooks): Promise<Metrics> {
  const { openMetrics } = await import('./platform/metrics/metrics.ts');
  return openMetrics({
    readPool,
    readBacklog: webhooks?.readBacklog,
    readLastBackup: () => readLastBackup(db),
  });
}

/** Loaded on demand, too. */
async function loadWebhooks(...args: Parameters<typeof openWebhooks>): Promise<Webhooks> {
  return (await import('./platform/webhooks/webhooks.ts')).openWebhooks(...args);
}

/** Closed with the shop. */
async function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const server = buildMetricsServer(registry, app.log, host);
  app.addHook('onClose', () => server.close());
  const announce = (url: string) => `Metrics are served at ${url}/metrics`;
  await listen(server, { host, port, prefix: 'METRICS_', announce });
}

/** Closed with the shop. */
async function serveDesk(
  app: FastifyInstance,
  desk: FastifyInstance,
  { host, port, url }: DeskConfig,
): Promise<void> {
  app.addHook('onClose', () => desk.close());
  const announce = () => `The desk is served at ${url}`;
  await listen(desk, { host, port, prefix: 'DESK_', announce });
}

/** Resolves to the first signal that tells the shop to stop. */
function untilToldToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.on('SIGTERM', resolve);
    process.on('SIGINT', resolve);
  });
}

async function stop(app: FastifyInstance, storage: Storage, signal: NodeJS.Signals): Promise<void> {
  app.log.info({ signal }, 'stopping');
  setTimeout(() => {
    app.log.error('requests were still running; stopped without them');
    process.exit(1);
  }, STOP_TIMEOUT_MS).unref();
  await app.close();
  await storage.close();
  process.exit(0);
}
