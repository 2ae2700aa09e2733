/** A server whose sources are broken on purpose: some of its text is replaced when it is loaded. */
import { resolve } from 'node:path';
import type { Deployment } from '../../deployment.ts';
import { sourceEntry } from '../../server.ts';

/** The environment variable with the replacements, as JSON. */
export const REPLACEMENTS = 'DRILL_REPLACEMENTS';

export interface Replacement {
  /** The path of a module. */
  file: string;
  from: string;
  to: string;
}

const root = resolve(import.meta.dirname, '../../..');

/** @param file in `server/` */
export function replace(file: string, from: string, to: string): Replacement {
  return { file: resolve(root, 'server', file), from, to };
}

export function breakServer(
  deployment: Deployment,
  replacements: readonly Replacement[],
): Deployment {
  const hook = resolve(import.meta.dirname, 'hook.ts');
  return {
    ...deployment,
    settings: {
      ...deployment.settings,
      // Sources take half as long to start from a cache.
      NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/node-compile'),
      [REPLACEMENTS]: JSON.stringify(replacements),
    },
    args: [`--import=${hook}`, sourceEntry],
  };
}
