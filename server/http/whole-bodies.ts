/** Bodies that arrived with their request, read in front of the framework. See docs/decisions/035. */
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { preParsingHookHandler } from 'fastify';
import { BODY_MAX_BYTES } from '../../contract/limits.ts';

/** What could reach for a prototype, written out or in disguise: the framework's parser looks at it. */
const SUSPICIOUS = /__proto__|constructor|\\/;

/** Says that it brings JSON, as clients say it, and how much of it. */
export function bringsJson({ method, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return false;
  const length = Number(headers['content-length']);
  return length > 0 && length <= BODY_MAX_BYTES;
}

export class WholeBodies {
  readonly #read = new WeakMap<IncomingMessage, Buffer>();

  /** @returns nothing where not all of it is here yet, or it isn't plain JSON */
  read(request: IncomingMessage): unknown {
    const length = Number(request.headers['content-length']);
    if (request.readableLength !== length) return undefined;
    const bytes: Buffer = request.read(length);
    this.#read.set(request, bytes);
    const text = bytes.toString();
    if (SUSPICIOUS.test(text)) return undefined;
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** A preParsing hook: what was read already is there for the framework once more. */
  readonly handOn: preParsingHookHandler = async ({ raw }, _reply, payload) => {
    const bytes = this.#read.get(raw);
    return bytes === undefined ? payload : new PassThrough().end(bytes);
  };
}
