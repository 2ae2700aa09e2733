/**
 * Prints which files of the server a warm request executes: `node scripts/executed-files.ts`. It starts the built pages
 * on the sources of the server, with SQLite in a temporary folder.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paths } from '../contract/paths.ts';

const root = resolve(import.meta.dirname, '..');
const WARM_UP = 3;
const PORT = 18_080;
const origin = `http://127.0.0.1:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), 'qkart-files-'));
Object.assign(process.env, {
  DATA_DIR: folder,
  HOST: '127.0.0.1',
  PORT: String(PORT),
  LOG_LEVEL: 'silent',
  ORDER_RATE_LIMIT: '0',
});
const { startBuilt } = await import('../server/start-built.ts');
await startBuilt();

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** The files with functions that ran since the last call. */
async function takeExecuted(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.startsWith('file:'))
    .filter(({ functions }) =>
      // Leave out the function at offset 0, which is the module itself.
      functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0),
    )
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .filter((file) => /^(server|contract)\//.test(file))
    .sort();
}

async function send(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.headers.get('content-type')?.includes('json') ? response.json() : response.text();
}

let token = '';
const account = { username: 'visitor', password: 'correct horse' };
await send('POST', paths.register, account);
const loggedIn = (await send('POST', paths.login, account)) as { token: string };
const [product] = (await send('GET', paths.products)) as { _id: string }[];
const productId = product?._id ?? '';

const put = (qty: number) => send('POST', paths.cart, { productId, qty });
const addressId = async () =>
  ((await send('GET', paths.addresses)) as { _id: string }[])[0]?._id ?? '';
const requests: Record<string, { before?(): Promise<unknown>; request(): Promise<unknown> }> = {
  'GET /': { request: () => send('GET', '/') },
  'GET /cart': { request: () => send('GET', paths.cart) },
  'POST /cart': { request: () => put(2) },
  checkout: {
    before: () => put(1),
    request: async () => send('POST', paths.checkout, { addressId: selected }),
  },
};
let selected = '';
for (const [name, { before, request }] of Object.entries(requests)) {
  token = name === 'GET /' ? '' : loggedIn.token;
  if (name === 'checkout') {
    await send('POST', paths.addresses, { address: '1 Long Road' });
    selected = await addressId();
  }
  for (let count = 0; count < WARM_UP; count++) {
    await before?.();
    await request();
  }
  await before?.();
  await takeExecuted();
  await request();
  const files = await takeExecuted();
  process.stdout.write(
    `${name}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}`,
  );
}
rmSync(folder, { recursive: true, force: true });
process.exit(0);
