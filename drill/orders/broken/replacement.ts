/** A place in the shop's sources, and what stands there instead. */
import { resolve } from 'node:path';
import { type Program, sourceEntry } from '../../replica.ts';
import type { Site } from '../site.ts';

/** The variable that a broken server finds its replacements in. */
export const REPLACEMENTS = 'BROKEN_BY';

export interface Replacement {
  /** The whole path of a module of the shop. */
  file: string;
  from: string;
  to: string;
}

const hook = resolve(import.meta.dirname, 'hook.ts');
/** Halves the time until a server is there. */
const compileCache = resolve(import.meta.dirname, '../../../node_modules/.cache/node-compile');
const server = resolve(import.meta.dirname, '../../../server');

/** @param file in the folder of the server's sources */
export function replacing(file: string, from: string, to: string): Replacement {
  return { file: resolve(server, file), from, to };
}

/** The same site, whose servers are broken so. */
export function brokenBy(site: Site, replacements: readonly Replacement[]): Site {
  const program: Program = { entry: sourceEntry, options: [`--import=${hook}`] };
  const settings = {
    ...site.settings,
    NODE_COMPILE_CACHE: compileCache,
    [REPLACEMENTS]: JSON.stringify(replacements),
  };
  return { ...site, settings, program };
}
