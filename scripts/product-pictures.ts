/** Serves the pictures of the demo while pages are developed and tested, and adds them to a build, with their photographers. */
import type { Plugin } from 'vite';
import { PHOTOGRAPHERS } from '../contract/pictures.ts';
import { type DemoPicture, listDemoPictures, makeDemoPicture } from './demo-pictures.ts';

export function productPictures(): Plugin {
  const pictures = listDemoPictures();
  return {
    name: 'product-pictures',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const path = request.url ?? '';
        if (path === PHOTOGRAPHERS) return response.end(listPhotographers(pictures));
        const picture = pictures.find(({ hash }) => path.includes(`/${hash}-`));
        const file = picture && (await makeDemoPicture(picture)).get(path);
        if (file === undefined) return next();
        response.setHeader('content-type', `image/${path.slice(path.lastIndexOf('.') + 1)}`);
        response.end(file);
      });
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const made = await Promise.all(pictures.map(makeDemoPicture));
      for (const [path, source] of made.flatMap((files) => [...files])) {
        this.emitFile({ type: 'asset', fileName: path.slice(1), source });
      }
      this.emitFile({
        type: 'asset',
        fileName: PHOTOGRAPHERS.slice(1),
        source: listPhotographers(pictures),
      });
    },
  };
}

function listPhotographers(pictures: readonly DemoPicture[]): string {
  const names = new Set(pictures.map(({ photograph }) => photographerOf(photograph)));
  return [
    'The photographs of the demo are from Unsplash (https://unsplash.com/license). They were taken by:',
    '',
    ...[...names].toSorted(),
    '',
  ].join('\n');
}

/** "pierre-chatel-innocenti-483198" is by Pierre Chatel Innocenti. */
function photographerOf(photograph: string): string {
  const words = photograph.replace(/-\d+$/, '').split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
