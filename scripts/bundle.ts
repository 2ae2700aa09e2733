/**
 * Puts the server into a few files, with its libraries, which come in hundreds: finding and reading those
 * was most of the time until a started shop answered. What reads files of its own stays a package, and so
 * does what may load compiled code.
 */
import { resolve } from 'node:path';
import { build } from 'vite';

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
    // A stack trace is read by people.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
