/**
 * Bundles the server and its libraries into a few files. Loading hundreds of files took most of the time
 * that the server needs to start.
 */
import { resolve } from 'node:path';
import { build } from 'vite';

/** swagger-ui reads files of its package; pg may load a native addon. */
const NOT_BUNDLED = ['@fastify/swagger-ui', 'pg'];

await build({
  configFile: false,
  root: resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: NOT_BUNDLED },
  build: {
    ssr: 'server/main.ts',
    outDir: 'build/shop',
    target: 'node24',
    // Keeps stack traces readable.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
