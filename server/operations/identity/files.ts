/** The files that `shop.json` names, like `"logo": "file:logo.svg"`. They lie in its folder. */
import { isUtf8 } from 'node:buffer';
import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';
import { quote } from '../../platform/quote.ts';
import { SourceFile } from '../feeds/reading/source-file.ts';
import { FILE_MAX_BYTES } from '../pictures/worker/limits.ts';
import { toDataUrl } from './pictures.ts';
import type { Problem } from './problems.ts';

const PREFIX = 'file:';
const TEXT_MAX_BYTES = 1_000_000;

/** What a file may be at a place. */
type Kind = 'text' | 'logo' | 'picture';

/** What the files of pictures begin with. */
const SIGNATURES = [
  { type: 'image/png', at: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, bytes: '\xff\xd8\xff' },
  { type: 'image/webp', at: 8, bytes: 'WEBPVP8' },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
];

/**
 * Replaces the names of files by their content: text, or a `data:` URL of a picture. Those with a problem are removed.
 * @param path that of `shop.json`
 * @returns the problems with them; the value is changed in place
 */
export async function readFiles(value: unknown, path: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { owner, name, pointer, kind } of placesOfFiles(value)) {
    const text = owner[name];
    if (typeof text !== 'string' || !text.startsWith(PREFIX)) continue;
    try {
      const isText = kind === 'text' || /\.svg$/i.test(text);
      const maxBytes = isText ? TEXT_MAX_BYTES : FILE_MAX_BYTES;
      const bytes = await readFileBeside(path, text.slice(PREFIX.length), maxBytes);
      owner[name] = isText ? toText(bytes, 'it').trim() : toDataUrl(typeOf(bytes, kind), bytes);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      delete owner[name];
      problems.push({
        path: pointer,
        sentence: `names ${quote(text)}: ${error.message.replace(/\.$/, '')}`,
      });
    }
  }
  return problems;
}

interface Place {
  owner: Record<string, unknown>;
  name: string;
  pointer: string;
  kind: Kind;
}

function* placesOfFiles(value: unknown): Generator<Place> {
  if (!isObject(value)) return;
  for (const name of ['logo', 'logoDark']) {
    yield { owner: value, name, pointer: `/${name}`, kind: 'logo' };
  }
  const { legal } = value;
  if (isObject(legal)) {
    for (const name of Object.keys(legal)) {
      yield { owner: legal, name, pointer: `/legal/${name}`, kind: 'text' };
    }
  }
  if (isObject(value.hero)) {
    yield { owner: value.hero, name: 'picture', pointer: '/hero/picture', kind: 'picture' };
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Paths out of the folder are refused: `shop.json` may come from a stranger, and the file's content becomes public. */
async function readFileBeside(path: string, name: string, maxBytes: number): Promise<Buffer> {
  const folder = await realpath(dirname(path));
  const file = resolve(folder, name);
  const source = await SourceFile.open(file);
  const inside = relative(folder, await realpath(file));
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw new OperatorError('it must lie in the folder of the file that names it.');
  }
  return readWhole(source, maxBytes, 'it');
}

/** @param name what messages call the file @throws OperatorError if it is too long or can't be read */
export async function readWhole(
  source: SourceFile,
  maxBytes: number,
  name = source.path,
): Promise<Buffer> {
  if (source.size > maxBytes) {
    throw new OperatorError(`${name} has more than ${Math.floor(maxBytes / 1e6)} MB.`);
  }
  return Buffer.concat(await Array.fromAsync(source.read()));
}

/** @returns the text without a byte order mark, which some editors write @throws OperatorError */
export function toText(bytes: Buffer, name: string): string {
  if (!isUtf8(bytes)) {
    throw new OperatorError(
      `${name} is not UTF-8 text; save it as UTF-8, in Word as “Plain Text” with the encoding “Unicode (UTF-8)”.`,
    );
  }
  return bytes
    .toString()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
}

function typeOf(bytes: Buffer, kind: Kind): string {
  const beginning = bytes.subarray(0, 32).toString('latin1');
  const type = SIGNATURES.find(({ at, bytes }) => beginning.startsWith(bytes, at))?.type;
  if (kind === 'logo' && type !== 'image/png') {
    throw new OperatorError('it must be an SVG, whose name ends like that, or a PNG.');
  }
  if (type === undefined) throw new OperatorError('it is no JPEG, PNG, WebP or AVIF.');
  return type;
}
