/**
 * Puts the server into a few files, with the libraries that come in hundreds: finding and reading those
 * was most of the time until a started shop answered. What reads files of its own stays a package, and so
 * does what the built pages use, too.
 */
import { resolve } from 'node:path';
import { build } from 'vite';
import packageJson from '../package.json' with { type: 'json' };

const BUNDLED = ['kysely', 'typebox', '@fastify/type-provider-typebox'];

await build({
  configFile: false,
  root: resolve(import.meta.dirname, '..'),
  logLevel: 'warn',
  publicDir: false,
  ssr: {
    noExternal: BUNDLED,
    external: Object.keys(packageJson.dependencies).filter((name) => !BUNDLED.includes(name)),
  },
  build: {
    ssr: 'server/main.ts',
    outDir: 'build/shop',
    target: 'node24',
    // A stack trace is read by people.
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
});
