/**
 * `npm run size` prints the lines of each part, and the source files whose code a warm request runs: what an engineer
 * has to hold to follow it.
 */
import { execFileSync } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { paths } from '../contract/paths.ts';
import { buildApp } from '../server/app.ts';
import { fillEmptyShop } from '../server/operations/feeds/demo.ts';
import { noMeter } from '../server/platform/metrics/meter.ts';
import { openStorage } from '../server/platform/storage/open.ts';
import { noOutbox } from '../server/platform/webhooks/outbox.ts';
import { readVersionOfLists } from '../server/shop/catalogue/store.ts';
import { builtPages } from '../server/shop/pages/built.ts';
import { testConfig } from '../server/testing/test-config.ts';
import { root } from './test-steps.ts';

const parts = 'contract packages server cli web e2e simulation bench scripts'.split(' ');
const endings = ['ts', 'tsx', 'css', 'mjs'];

function countLines(part: string): { product: number; tests: number } {
  const patterns = endings.map((ending) => `${part}/*.${ending}`);
  const files = execFileSync('git', ['ls-files', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = { product: 0, tests: 0 };
  for (const file of files.trim().split('\n')) {
    const kind = /\.(test|spec|testing)\.|\/testing\//.test(file) ? 'tests' : 'product';
    lines[kind] += readFileSync(join(root, file), 'utf8').split('\n').length - 1;
  }
  return lines;
}

async function openShop(dataDir: string) {
  const { db, check, backlog, emptyLog } = await openStorage({ dataDir, exclusive: true });
  const services = {
    ...{ db, emptyLog, checkDatabase: check, databaseBacklog: backlog },
    ...{ now: Date.now, newId: () => randomUUIDv7(), outbox: noOutbox, meter: noMeter },
    catalogueVersion: () => readVersionOfLists(db),
  };
  await fillEmptyShop(services);
  return buildApp({ services, config: testConfig, logger: false, pages: await builtPages() });
}

/** For each kind of request, a function that prepares one, which returns the function that sends it. */
async function prepareRequests(app: Awaited<ReturnType<typeof openShop>>) {
  const credentials = { username: 'reader', password: 'correct horse' };
  await app.inject({ method: 'POST', url: paths.register, payload: credentials });
  const login = await app.inject({ method: 'POST', url: paths.login, payload: credentials });
  const headers = { authorization: `Bearer ${login.json().token}` };
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers });
  const [product] = (await app.inject(paths.products)).json();
  const [address] = (await post(paths.addresses, { address: '1 Reader Street' })).json();
  const change = () => post(paths.cart, { productId: product._id, qty: 1 });
  return {
    page: async () => () => app.inject('/'),
    cart: async () => () => app.inject({ url: paths.cart, headers }),
    change: async () => change,
    async order() {
      await change();
      return () => post(paths.checkout, { addressId: address._id });
    },
  };
}

const home = pathToFileURL(`${root}/`).href;
const session = new Session();

/** The source files with functions that run while a request is replied to. */
async function filesOf(request: () => Promise<unknown>): Promise<string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count)))
    .map(({ url }) => (url.startsWith(home) ? url.slice(home.length) : ''))
    .filter((file) => /^(contract|packages|server)\//.test(file));
}

for (const part of parts) {
  const { product, tests } = countLines(part);
  process.stdout.write(`${part}: ${product} lines, and ${tests} of tests\n`);
}
const folder = mkdtempSync(join(tmpdir(), 'qkart-size-'));
const requests = await prepareRequests(await openShop(folder));
session.connect();
await session.post('Profiler.enable');
for (const [name, prepare] of Object.entries(requests)) {
  for (let round = 0; round < 2; round++) await (await prepare())();
  const files = await filesOf(await prepare());
  process.stdout.write(`\nA warm request (${name}) runs code of ${files.length} files:\n`);
  for (const file of files) process.stdout.write(`  ${file}\n`);
}
rmSync(folder, { recursive: true });
// The shop has timers that nobody waits for.
process.exit();
