import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** In order of preference. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** For Brotli and gzip. A response is compressed once and sent often, but the first client waits for it. */
const LEVEL = 6;

export async function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') {
    return compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: LEVEL } });
  }
  return encoding === 'gzip' ? compressGzip(text, { level: LEVEL }) : Buffer.from(text);
}

/** The encoding for each header `Accept-Encoding`. Browsers send few different ones. */
const preferences = new LRUCache<string, Encoding>({ max: 100 });

/** The best encoding that the client accepts. */
export function preferredEncoding({ headers }: IncomingMessage): Encoding {
  const header = headers['accept-encoding'] ?? '';
  const known = preferences.get(header);
  if (known !== undefined) return known;
  const accepted = new Negotiator({ headers }).encodings([...ENCODINGS]);
  const preferred = ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  preferences.set(header, preferred);
  return preferred;
}
