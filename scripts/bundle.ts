/**
 * `node scripts/bundle.ts ENTRY FOLDER` bundles a program and its libraries into a few files. Loading hundreds of
 * files takes most of the server's start. The operator's program is bundled only for the npm package, because Node
 * does not run TypeScript of installed packages.
 */
import { resolve } from 'node:path';
import { build } from 'vite';

/** swagger-ui reads files of its package, and pg may load a native addon. */
const NOT_BUNDLED = ['@fastify/swagger-ui', 'pg'];

const [entry = '', outDir = ''] = process.argv.slice(2);

await build({
  configFile: false,
  root: resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: entry,
    outDir,
    target: 'node24',
    // Readable code keeps stack traces readable.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
