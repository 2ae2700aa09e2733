/** The documents name only what exists, and the sources cite only rules that exist. */
import { glob, readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFile(join(root, path), 'utf8');
const FOLDERS =
  'bench|catalogue|cli|contract|deploy|docs|e2e|packages|public|scripts|server|simulation|web';

const files = await list(`{${FOLDERS.replaceAll('|', ',')}}/**`, '*');
const documents = await list('*.md', 'docs/**/*.md', 'packages/*/README.md');
const texts = new Map(
  await Promise.all(documents.map(async (path) => [path, await read(path)] as const)),
);

test.each(documents)('the links of %s lead to files and headings', (path) => {
  const links = [...(texts.get(path) ?? '').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
  const broken = links.filter(([, file = '', heading]) => {
    const target = file === '' ? path : normalize(join(path, '..', file)).replace(/\/$/, '');
    return !files.includes(target) || (heading && !headings(target).includes(heading));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** In code: what begins with one of our folders, and the ends of paths of tests. Capitals stand for a name. */
const PATH = new RegExp(`^(?:(?:${FOLDERS})/[^ A-Z]*|[a-z\\d/*.-]+\\.(?:test|spec)\\.tsx?)$`);

test.each(documents)('the files and folders that %s names exist', (path) => {
  const code = [...(texts.get(path) ?? '').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const missing = code.filter((text) => {
    const end = text.replace(/\/$/, '').replace(/[.]/g, '\\.').replace(/\*/g, '[^/]*');
    return PATH.test(text) && !files.some((file) => new RegExp(`(?:^|/)${end}$`).test(file));
  });
  expect(missing).toEqual([]);
});

test('every rule that a source cites is in docs/rules.md', async () => {
  const rules = new Set((texts.get('docs/rules.md') ?? '').match(/(?<=\*\*)R\d+\.\d+(?=\*\*)/g));
  expect(rules.size).toBeGreaterThan(50);
  for (const file of files.filter((path) => /\.(?:ts|tsx|css)$/.test(path))) {
    const cited = (await read(file)).match(/\bR\d+\.\d+\b/g) ?? [];
    expect(
      cited.filter((rule) => !rules.has(rule)),
      file,
    ).toEqual([]);
  }
});

async function list(...patterns: string[]): Promise<string[]> {
  return Array.fromAsync(glob(patterns, { cwd: root }));
}

/** The anchors that GitHub makes of the headings. */
function headings(path: string): string[] {
  const lines = texts.get(path)?.match(/(?<=^#+ ).+$/gm) ?? [];
  return lines.map((line) =>
    line
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
