/** The pages as `npm run build` made them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { packageFolder } from '../../platform/settings/package-folder.ts';
import { serveFolder } from './assets.ts';
import { type Pages, pageRenderer } from './renderer.ts';

const buildDir = join(packageFolder, 'build');
const pagesDir = join(buildDir, 'pages');

export async function builtPages(): Promise<Pages> {
  const server = pathToFileURL(join(pagesDir, 'server/index.js')).href;
  const build: ServerBuild = await import(server);
  return {
    render: pageRenderer(async () => build, 'production'),
    serveAssets: serveFolder(join(pagesDir, 'client')),
    buildId: hashScripts([join(buildDir, 'shop'), join(pagesDir, 'server')]),
    isDevelopment: false,
  };
}

/** The same on all machines that run the same code. */
function hashScripts(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
    for (const name of names.sort()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('base64url').slice(0, 11);
}
