/** The pages as `npm run build` left them. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../app.ts';
import { serveFolder } from './assets.ts';
import { pageRenderer } from './renderer.ts';

const buildDir = resolve(import.meta.dirname, '../../build/pages');

export async function builtPages(): Promise<Pages> {
  const server = pathToFileURL(resolve(buildDir, 'server/index.js')).href;
  const build: ServerBuild = await import(server);
  return {
    render: pageRenderer(async () => build, 'production'),
    serveAssets: serveFolder(resolve(buildDir, 'client')),
    isDevelopment: false,
  };
}
