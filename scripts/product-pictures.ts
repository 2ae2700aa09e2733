/** Copies the pictures of the demo catalogue and the pages from their package into the build. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { pictures } from '../web/ui/pictures.ts';

/** The path of the pictures, with which the catalogue's `image` begins. */
const PREFIX = '/pictures/';

const assetsDir = join(
  dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
);

export function productPictures(): Plugin {
  return {
    name: 'product-pictures',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.startsWith(PREFIX) && request.url.slice(PREFIX.length);
        if (!name || !readdirSync(assetsDir).includes(name)) return next();
        response.setHeader('content-type', 'image/webp');
        response.end(readFileSync(join(assetsDir, name)));
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const name of neededPictures()) {
        this.emitFile({
          type: 'asset',
          fileName: `${PREFIX.slice(1)}${name}`,
          source: readFileSync(join(assetsDir, name)),
        });
      }
    },
  };
}

/** The names of the picture files in use. */
function neededPictures(): Set<string> {
  const file = new URL('../catalogue/demo.json', import.meta.url);
  const products: { image: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  const sources = [...products.map(({ image }) => image), ...Object.values(pictures).flat()];
  return new Set(sources.map((source) => source.slice(PREFIX.length)));
}
