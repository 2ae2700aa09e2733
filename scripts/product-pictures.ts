/** Makes the pictures of the demo catalogue and of the pages from those of their package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { pictures } from '../web/ui/pictures.ts';
import { tintOf } from '../web/ui/tint.ts';
import { composePicture } from './compose-picture.ts';

const assetsDir = join(
  dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
);

export function productPictures(): Plugin {
  const makers = createMakers();
  return {
    name: 'product-pictures',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const make = makers.get(request.url ?? '');
        if (make === undefined) return next();
        response.setHeader('content-type', 'image/webp');
        response.end(await make());
      });
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const made = [...makers].map(async ([path, make]) => {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: await make() });
      });
      await Promise.all(made);
    },
  };
}

/** Each picture in use, by its path. A product has a studio behind it, a picture of a page no background. */
function createMakers(): Map<string, () => Promise<Buffer>> {
  const file = new URL('../catalogue/demo.json', import.meta.url);
  const products: { image: string; category: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  return new Map([
    ...products.map(
      ({ image, category }) =>
        [image, () => composePicture(readCutOut(image), tintOf(category))] as const,
    ),
    ...Object.values(pictures).map((path) => [path, async () => readCutOut(path)] as const),
  ]);
}

function readCutOut(path: string): Buffer {
  return readFileSync(join(assetsDir, path.slice(path.lastIndexOf('/') + 1)));
}
