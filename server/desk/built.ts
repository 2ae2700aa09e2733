/** The desk's screens as `npm run build` made them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { RenderDesk } from '../../contract/desk.ts';
import { packageFolder } from '../platform/settings/package-folder.ts';
import { serveFolder } from '../shop/pages/assets.ts';
import { buildDeskServer, type DeskOptions, type DeskPages } from './server.ts';

const folder = join(packageFolder, 'build/desk');

/** https://vite.dev/guide/backend-integration */
type Manifest = Record<string, { file: string; css?: string[] }>;

/** Builds the desk's server. It doesn't listen yet. */
export async function builtDesk(options: Omit<DeskOptions, 'pages'>): Promise<FastifyInstance> {
  return buildDeskServer({ ...options, pages: await loadPages() });
}

export async function loadPages(): Promise<DeskPages> {
  const client = join(folder, 'client');
  const manifest: Manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8'));
  const { file, css = [] } = manifest['web/desk/enhance.ts'] ?? {};
  const { render }: { render: RenderDesk } = await import(
    pathToFileURL(join(folder, 'server/entry.js')).href
  );
  return {
    render,
    assets: { script: `/${file}`, style: `/${css[0]}` },
    serveAssets: serveFolder(client),
  };
}
