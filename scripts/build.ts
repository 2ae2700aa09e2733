/**
 * `node scripts/build.ts pages server cli package` builds these into build/. Loading hundreds of files takes most of the
 * server's start, so it is bundled into a few. The operator's program is bundled only for the npm package, because Node
 * does not run TypeScript of installed packages.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { writePackageFiles } from './package-files.ts';

const root = resolve(import.meta.dirname, '..');
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt|xml|webmanifest)$/;
/**
 * swagger-ui reads files of its package, pg may load a native addon, and a part of simplewebauthn must be loaded before the
 * others, which a bundle doesn't keep.
 */
const NOT_BUNDLED = [
  '@fastify/swagger-ui',
  'pg',
  '@simplewebauthn/server',
  '@simplewebauthn/server/helpers',
];

/** Has a process of its own. */
const PICTURE_WORKER = 'server/operations/pictures/worker/worker-process.ts';

const targets: Record<string, () => unknown> = {
  async pages() {
    buildPages();
    await buildDesk();
  },
  server: () =>
    bundle(
      ['server/main.ts', 'packages/search/segments/segment-worker.ts', PICTURE_WORKER],
      'build/shop',
    ),
  cli: () => bundle(['cli/qkart.ts', PICTURE_WORKER], 'build/cli'),
  package: () => writePackageFiles(root),
};
for (const name of process.argv.slice(2)) await targets[name]?.();

/** The desk's screens for the server, and the styles and the script that they load. */
async function buildDesk(): Promise<void> {
  const shared = { configFile: false, root, logLevel: 'warn' } as const;
  await build({
    ...shared,
    build: {
      outDir: 'build/desk/client',
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'web/desk/enhance.ts' },
    },
  });
  compressFiles(join(root, 'build/desk/client'));
  await build({
    ...shared,
    publicDir: false,
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: 'web/desk/entry.tsx',
      outDir: 'build/desk/server',
      target: 'node24',
      minify: false,
    },
  });
}

function buildPages(): void {
  rmSync(join(root, 'build/pages'), { recursive: true, force: true });
  const packageFile = createRequire(import.meta.url).resolve('@react-router/dev/package.json');
  execFileSync(process.execPath, [join(dirname(packageFile), 'bin.cjs'), 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  compressFiles(join(root, 'build/pages/client'));
}

/** For browsers, most of which take compressed files. */
function compressFiles(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((candidate) => COMPRESSIBLE.test(candidate))) {
    const file = join(folder, name);
    const source = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
    writeFileSync(`${file}.br`, brotliCompressSync(source, { params }));
    writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
  }
}

async function bundle(entries: string[], outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: NOT_BUNDLED },
    build: {
      ssr: true,
      outDir,
      target: 'node24',
      // Readable code keeps stack traces readable.
      minify: false,
      rolldownOptions: {
        input: entries,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}
