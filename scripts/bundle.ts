/**
 * Bundles a program and its libraries into a few files: `node scripts/bundle.ts ENTRY FOLDER`. Loading
 * hundreds of files took most of the time that the server needs to start. The operator's program is bundled
 * for the npm package only: Node runs no TypeScript of installed packages.
 */
import { resolve } from 'node:path';
import { build } from 'vite';

/** swagger-ui reads files of its package; pg may load a native addon. */
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
    // Keeps stack traces readable.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
