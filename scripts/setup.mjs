/**
 * Brings this checkout up to date before anything runs: installs the packages, and with `--build`
 * builds the pages, each only where something changed since the last time.
 *
 * Plain JavaScript over Node's own modules: it runs on whatever Node there is, before the pinned one
 * is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const OLDEST_NODE = 20;

/** What the installed packages depend on, and what tells that they are there. */
const install = {
  inputs: ['package-lock.json', '.npmrc'],
  stamp: 'node_modules/.installed-from',
};

/** What the built pages depend on, and what tells that they are there. */
const pages = {
  inputs: [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/build.ts',
    'scripts/display-font.ts',
    'scripts/product-pictures.ts',
    'scripts/pure-router.ts',
    'catalogue',
    'contract',
    'public',
    'web',
  ],
  stamp: 'build/pages/.built-from',
};

/** What the built server depends on, and what tells that it is there. */
const server = {
  inputs: ['package-lock.json', 'package.json', 'scripts/bundle.ts', 'contract', 'server'],
  stamp: 'build/shop/.built-from',
};

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`QKart needs Node ${OLDEST_NODE} or later to start; this is ${process.version}.`);
}
runWhereChanged(install, 'Installing packages', 'npm', ['ci', '--no-audit', '--no-fund']);
if (process.argv.includes('--build')) {
  runWhereChanged(pages, 'Building the pages', 'npm', ['run', '--silent', 'build:pages']);
  runWhereChanged(server, 'Building the server', 'npm', ['run', '--silent', 'build:server']);
}

function runWhereChanged({ inputs, stamp }, what, command, args) {
  const hash = hashOf(inputs);
  const stampFile = join(root, stamp);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  process.stderr.write(`${what} ...\n`);
  const started = Date.now();
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? result.error ?? ''}`);
    fail(`${what} failed; what it said stands above.`);
  }
  writeFileSync(stampFile, hash);
  process.stderr.write(`${what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** One hash over the names and contents of files and folders. */
function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesIn)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
