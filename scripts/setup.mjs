/**
 * `node scripts/setup.mjs [--build] [SCRIPT ARGUMENT...]` prepares the checkout: installs the packages and, with
 * `--build`, builds the pages and the server. Each is done only if its inputs have changed since the last time. Then it
 * runs the script with the pinned version of Node. `setup && node SCRIPT` would use the Node that the shell found before.
 *
 * This is JavaScript that uses only Node's own modules, because it runs on any Node, before the pinned
 * version and the packages are installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const OLDEST_NODE = 20;

/** `stamp` is the file that holds the hash of the inputs of the last run. */
const packages = {
  inputs: ['package-lock.json', '.npmrc'],
  stamp: 'node_modules/.installed-from',
};
const pages = {
  inputs: [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts',
    'catalogue',
    'contract',
    'public',
    'server/operations/pictures',
    'web',
  ],
  stamp: 'build/pages/.built-from',
};
const server = {
  inputs: ['package-lock.json', 'package.json', 'scripts', 'contract', 'packages', 'server'],
  stamp: 'build/shop/.built-from',
};

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`QKart needs Node ${OLDEST_NODE} or later to start; this is ${process.version}.`);
}
const [isBuilding, script] =
  process.argv[2] === '--build' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];
runIfChanged(packages, 'Installing packages', 'npm', ['ci', '--no-audit', '--no-fund']);
const pinned = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const node = existsSync(pinned) ? pinned : process.execPath;
if (isBuilding) {
  runIfChanged(pages, 'Building the pages', node, ['scripts/build.ts', 'pages']);
  runIfChanged(server, 'Building the server', node, ['scripts/build.ts', 'server']);
}
if (script.length > 0) run(script);

/** Signals reach the script: those of the terminal because it is in the same group, the other one from here. */
function run(script) {
  const child = spawn(node, script, { cwd: root, stdio: 'inherit' });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

function runIfChanged({ inputs, stamp }, task, command, args) {
  const hash = hashOf(inputs);
  const stampFile = join(root, stamp);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return;
  process.stderr.write(`${task} ...\n`);
  const startedAt = Date.now();
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    // On Windows, npm is a batch file.
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? result.error ?? ''}`);
    fail(`${task} failed; see the output above.`);
  }
  writeFileSync(stampFile, hash);
  process.stderr.write(`${task}: done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** Hashes the names and contents of files and folders. */
function hashOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(listFiles)) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
