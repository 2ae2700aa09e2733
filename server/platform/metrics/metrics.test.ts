import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { shoppingIn } from '../../shop/orders/shopping.testing.ts';
import { serveFolder } from '../../shop/pages/assets.ts';
import { stubPages } from '../../shop/pages/stub-pages.testing.ts';
import { openTestFolder } from '../../testing/test-database.ts';
import { openTestShop, PASSWORD } from '../../testing/test-shop.ts';
import { openMetrics } from './metrics.ts';
import { buildMetricsServer } from './server.ts';

const folder = join(await openTestFolder(), 'assets');
await mkdir(folder);
for (const name of ['entry-1a2b.js', 'root-3c4d.js']) await writeFile(join(folder, name), '');

const readLastBackup = async () => undefined;
const metrics = openMetrics({ readPool: () => undefined, readLastBackup });
const shop = await openTestShop({
  metrics,
  pages: stubPages({ serveAssets: serveFolder(folder) }),
});
const server = buildMetricsServer(metrics.registry, shop.app.log, 'metrics.shop.test');
const { checkout, put, readyShopper } = shoppingIn(shop);
await shop.sell({ id: 'pen', costCents: 105 });

async function scrape(): Promise<string> {
  return (await server.inject('/metrics')).body;
}

/** Reads the value of one line; 0 if the line is missing, like Prometheus' `or vector(0)`. */
async function read(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

/** The number of requests so far. */
function answered(method: string, route: string, status: number): Promise<number> {
  const labels = `method="${method}",route="${route}",status="${status}"`;
  return read(`http_request_duration_seconds_count{${labels}}`);
}

describe('requests', () => {
  test('are counted by method, pattern and status, but not by id', async () => {
    const as = await shop.shopper();
    const unknown = [randomUUID(), randomUUID()];
    for (const id of unknown) await shop.call('GET', `${paths.orders}/${id}`, { as });
    expect(await answered('GET', `${paths.orders}/:id`, 404)).toBe(2);
    for (const id of unknown) expect(await scrape()).not.toContain(id);
  });

  test('that are shed are counted by reason', async () => {
    metrics.requests.shed('database');
    metrics.requests.shed('processor');
    metrics.requests.shed('processor');
    expect(await read('qkart_requests_shed_total{reason="processor"}')).toBe(2);
    expect(await read('qkart_requests_shed_total{reason="database"}')).toBe(1);
  });

  test('for unknown addresses and built files create no new series', async () => {
    await shop.call('GET', '/no/such/screen');
    await shop.call('PUT', '/no/such/thing');
    await shop.call('GET', '/api/v1/no-such-path');
    for (const name of ['entry-1a2b.js', 'root-3c4d.js']) await shop.call('GET', `/${name}`);
    expect(await answered('GET', '/*', 200)).toBe(1);
    expect(await answered('PUT', 'none', 404)).toBe(1);
    expect(await answered('GET', '/api/*', 404)).toBe(1);
    expect(await answered('GET', '*.js', 200)).toBe(2);
    expect(await scrape()).not.toMatch(/no-such|entry-1a2b/);
  });

  test('are counted with their duration', async () => {
    const startedAt = performance.now();
    await shop.call('GET', '/healthz');
    const labels = 'method="GET",route="/healthz",status="200"';
    const seconds = await read(`http_request_duration_seconds_sum{${labels}}`);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan((performance.now() - startedAt) / 1_000);
  });
});

describe('sales', () => {
  test('an order counts once, with its cents, however often the request is repeated', async () => {
    const [orders, sold] = [await read('qkart_orders_total'), await read('qkart_sold_cents_total')];
    const shopper = await readyShopper({ pen: 3 });
    for (let times = 0; times < 3; times++) await checkout(shopper, { ...shopper, key: 'once' });
    expect(await read('qkart_orders_total')).toBe(orders + 1);
    expect(await read('qkart_sold_cents_total')).toBe(sold + 315);
  });

  test('a refused order counts as a refusal, by its code', async () => {
    const orders = await read('qkart_orders_total');
    const shopper = await readyShopper({});
    await checkout(shopper, shopper);
    await shop.sell({ id: 'castle', costCents: 500_001 });
    await put(shopper, 'castle', 1);
    await checkout(shopper, shopper);
    // Fastify itself refuses this one.
    const headers = { 'content-type': 'application/json' };
    await shop.call('POST', paths.login, { headers, body: '{' });
    for (const [route, code] of [
      [paths.checkout, 'CART_EMPTY'],
      [paths.checkout, 'BALANCE_TOO_LOW'],
      [paths.login, 'JSON_MALFORMED'],
    ]) {
      expect(await read(`qkart_refusals_total{route="${route}",code="${code}"}`)).toBe(1);
    }
    expect(await read('qkart_orders_total')).toBe(orders);
  });

  test('a new account counts the granted cents, and a taken name counts none', async () => {
    const body = { username: 'metered-shopper', password: PASSWORD };
    for (const status of [201, 400]) {
      expect((await shop.call('POST', paths.register, { body })).statusCode).toBe(status);
      expect(await read('qkart_granted_cents_total')).toBe(500_000);
    }
  });
});

describe('the process and its pool', () => {
  test("event loop lag and memory are Prometheus' own for Node", async () => {
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      expect(await scrape()).toMatch(new RegExp(`^${name} [0-9.e-]+$`, 'm'));
    }
  });

  test('a pool is read with every scrape, and an engine without a pool has no line', async () => {
    expect(await scrape()).not.toContain('qkart_database_pool');
    const use = { size: 10, idle: 4, waiting: 0 };
    const { registry } = openMetrics({ readPool: () => use, readLastBackup });
    for (const waiting of [0, 7]) {
      use.waiting = waiting;
      const pool = await registry.metrics();
      expect(pool).toContain('\nqkart_database_pool_size 10\n');
      expect(pool).toContain('\nqkart_database_pool_idle 4\n');
      expect(pool).toContain(`\nqkart_database_pool_waiting ${waiting}\n`);
    }
  });
});

describe('the outbox', () => {
  const readBacklog = vi.fn(async () => ({ waiting: 2, oldestAgeMs: 1_500, givenUp: 1 }));
  const { registry } = openMetrics({
    readPool: () => undefined,
    readBacklog,
    readLastBackup,
  });

  test('is read once with every scrape', async () => {
    readBacklog.mockClear();
    for (const scrapes of [1, 2]) {
      const outbox = await registry.metrics();
      expect(outbox).toContain('\nqkart_events_waiting 2\n');
      expect(outbox).toContain('\nqkart_events_oldest_waiting_seconds 1.5\n');
      expect(outbox).toContain('\nqkart_events_given_up 1\n');
      expect(readBacklog).toHaveBeenCalledTimes(scrapes);
    }
  });

  test('has no lines while it cannot be read, but other metrics are present', async () => {
    expect(await registry.metrics()).toContain('\nqkart_events_waiting 2\n');
    readBacklog.mockRejectedValueOnce(new Error('no database'));
    const without = await registry.metrics();
    expect(without).not.toMatch(/^qkart_events\w+ \d/m);
    expect(without).toMatch(/^process_resident_memory_bytes \d/m);
    expect(await registry.metrics()).toContain('\nqkart_events_given_up 1\n');
  });
});

describe('the address of the metrics', () => {
  test('serves GET /metrics in the format of Prometheus', async () => {
    const reply = await server.inject('/metrics');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  test.each([
    ['GET', '/'],
    ['GET', paths.products],
    ['POST', '/metrics'],
  ] as const)('serves nothing else: %s %s is 404', async (method, url) => {
    expect((await server.inject({ method, url })).statusCode).toBe(404);
  });

  test.each([
    ['localhost:9090', 200],
    ['127.0.0.1:9090', 200],
    ['[::1]:9090', 200],
    ['10.1.2.3', 200],
    ['shop:9090', 200],
    ['metrics.shop.test:9090', 200],
    ['attacker.example:9090', 421],
    ['127.0.0.1.attacker.example', 421],
  ])('refuses pages whose name resolves to it: a request to %s is %i', async (host, status) => {
    expect((await server.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(status);
  });

  test("is not the shop's own address, where GET /metrics is 404", async () => {
    const api = await openTestShop({
      metrics: openMetrics({ readPool: () => undefined, readLastBackup }),
    });
    const reply = await api.call('GET', '/metrics');
    expect(reply.statusCode).toBe(404);
    expect(reply.body).not.toContain('nodejs_');
  });

  test('replies 500 if reading fails, and the next scrape works', async () => {
    let broken = false;
    const { registry } = openMetrics({
      readLastBackup,
      readPool() {
        if (broken) throw new Error('no pool');
        return { size: 1, idle: 1, waiting: 0 };
      },
    });
    broken = true;
    const fragile = buildMetricsServer(registry, Fastify().log, 'localhost');
    expect((await fragile.inject('/metrics')).statusCode).toBe(500);
    broken = false;
    expect((await fragile.inject('/metrics')).statusCode).toBe(200);
  });
});
