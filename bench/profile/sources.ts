/** Where the lines of the built server are from. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceOf } from './stacks.ts';

/** What the bundler writes in front of each module: its path, from the repository's root. */
const HEADING = /^\/\/ ((?:[\w@.-]+\/)+[\w@.-]+\.\w+)$/;

/** Reads each built file once. Of what isn't in one, the address itself. */
export function readSources(): SourceOf {
  const files = new Map<string, string[]>();
  return (url, line) => {
    if (!url.startsWith('file:')) return url;
    let modules = files.get(url);
    if (modules === undefined) {
      modules = modulesOf(readFileSync(fileURLToPath(url), 'utf8'));
      files.set(url, modules);
    }
    return modules[line - 1] || url;
  };
}

/** @returns the module of each line; empty in front of the first one */
export function modulesOf(text: string): string[] {
  let module = '';
  return text.split('\n').map((line) => {
    module = HEADING.exec(line)?.[1] ?? module;
    return module;
  });
}
