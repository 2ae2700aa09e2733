/**
 * `node scripts/setup.mjs scripts/try-package.ts` packs the npm package, installs it into an empty folder, and uses the
 * shop on the oldest Node that it supports, with nothing else in PATH. It needs npm's registry.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { paths } from '../contract/paths.ts';
import packageJson from '../package.json' with { type: 'json' };
import { makePhoto } from '../server/operations/pictures/pictures.testing.ts';
import { Authenticator } from '../server/shop/accounts/passkeys/authenticator.testing.ts';
import { startChild, stopEverything, temporaryFolder, untilReady } from './children.ts';
import { freePort } from './postgres.ts';

const root = resolve(import.meta.dirname, '..');
const PUBLIC_URL = 'https://shop.example';
const oldest = packageJson.engines.node.replace(/\D+/, '');
const folder = temporaryFolder();
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;

const npm = (cwd: string, ...args: string[]) =>
  // On Windows, npm is a batch file.
  execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

/** Installs into an empty folder. @returns its node_modules */
function install(name: string, wanted: string): string {
  const target = join(folder, name);
  mkdirSync(target);
  npm(target, 'install', '--loglevel=error', '--prefix', target, wanted);
  return join(target, 'node_modules');
}

npm(root, 'pack', '--loglevel=error', '--pack-destination', folder);
const installed = install('shop', join(folder, `qkart-${packageJson.version}.tgz`));
const node = install('node', `node@${oldest}`);
const env = {
  PATH: join(node, 'node/bin'),
  ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL, DATA_DIR: join(folder, 'data') },
};
const program = join(installed, '.bin/qkart');
const qkart = (...words: string[]) =>
  execFileSync(program, words, { cwd: folder, env, encoding: 'utf8' });

async function call(method: string, path: string, body?: object, token?: string) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

try {
  assert.equal(
    execFileSync('node', ['--version'], { env, encoding: 'utf8' }).split('.')[0],
    `v${oldest}`,
  );
  assert.match(qkart('--version'), /^\d+\.\d+\.\d+\S* \([0-9a-f]{12}(-dirty)?\)\n$/);
  const { components } = JSON.parse(readFileSync(join(installed, 'qkart/build/sbom.json'), 'utf8'));
  assert.ok(components.some(({ name }: { name: string }) => name === 'fastify'));

  const shop = startChild(program, ['start'], { env });
  await untilReady(shop, `${origin}/readyz`);
  const account = { username: 'ada-birch', password: 'a long walk home' };
  await call('POST', paths.register, account);
  const { token } = await call('POST', paths.login, account);
  const [product] = await call('GET', `${paths.products}?limit=1`);
  await call('POST', paths.cart, { productId: product._id, qty: 2 }, token);
  const [address] = await call('POST', paths.addresses, { address: '1 Long Road' }, token);
  const { number } = await call('POST', paths.checkout, { addressId: address._id }, token);
  assert.match(qkart('orders', 'list'), new RegExp(number));

  // The library of passkeys is not in the bundle.
  const proof = { currentPassword: account.password };
  const device = new Authenticator(PUBLIC_URL);
  const created = device.create(await call('POST', paths.passkeyChallenge, proof, token));
  await call('POST', paths.passkeys, { credential: created }, token);
  const used = device.get(await call('POST', paths.passkeyLoginChallenge));
  assert.equal(
    (await call('POST', paths.passkeyLogin, { credential: used })).username,
    'ada-birch',
  );

  writeFileSync(join(folder, 'shop.json'), JSON.stringify({ name: 'Birch & Bloom' }));
  assert.equal(qkart('shop', 'import', 'shop.json'), 'The shop is Birch & Bloom now.\n');
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures);
  writeFileSync(join(pictures, `${product._id}.jpg`), await makePhoto(900, 600));
  assert.match(qkart('pictures', 'import', pictures), /1 product with new pictures/);
  const own = await call('GET', `${paths.products}/${product._id}`);
  const picture = new URL(own.image).pathname;
  assert.match(picture, /^\/product-pictures\//);
  assert.equal((await fetch(origin + picture)).status, 200);
  assert.match(await (await fetch(origin)).text(), /<title>Birch &amp; Bloom/);

  const backup = join(folder, 'shop.db');
  assert.match(qkart('backup', backup), / 1 order, in /);
  assert.ok(existsSync(backup));
  assert.equal(await shop.end('SIGTERM'), 0, shop.output());
  process.stdout.write(`The package works on Node ${oldest} in an empty folder.\n`);
} finally {
  await stopEverything();
}
