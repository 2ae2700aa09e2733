/** Builds the pages, and compresses the files that browsers request. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');
const clientDir = join(root, 'build/pages/client');
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;

rmSync(join(root, 'build/pages'), { recursive: true, force: true });
const cli = join(
  dirname(createRequire(import.meta.url).resolve('@react-router/dev/package.json')),
  'bin.cjs',
);
execFileSync(process.execPath, [cli, 'build'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});

const names = readdirSync(clientDir, { recursive: true, encoding: 'utf8' });
for (const name of names.filter((candidate) => COMPRESSIBLE.test(candidate))) {
  const file = join(clientDir, name);
  const source = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
  writeFileSync(`${file}.br`, brotliCompressSync(source, { params }));
  writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
}
