/** Sends requests byte by byte as a test writes them. `inject` and HTTP clients normalise or refuse malformed ones. */
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawReply {
  status: number;
  /** The values by lower-case name; repeated ones are joined by commas. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  body: string;
}

/** A request after which the server closes the connection. @param head header lines, without CRLF */
export function composeRequest(line: string, head: readonly string[] = [], body = ''): Buffer {
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 ? [`content-length: ${bytes.length}`] : [];
  const lines = [`${line} HTTP/1.1`, 'host: shop.test', 'connection: close', ...length, ...head];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}

/**
 * Sends these bytes and reads until the server closes the connection.
 * @throws Error if the response is no HTTP
 */
export async function sendBytes(port: number | string, bytes: Buffer): Promise<RawReply> {
  const socket = connect(Number(port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that doesn't read everything resets the connection.
  socket.on('error', () => {});
  socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return parseReply(Buffer.concat(chunks));
}

function parseReply(bytes: Buffer): RawReply {
  const end = bytes.indexOf('\r\n\r\n');
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1];
  if (end === -1 || status === undefined) throw new Error(`No HTTP: ${bytes.toString('latin1')}`);
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return {
    status: Number(status),
    headers,
    body: unpack(bytes.subarray(end + 4), headers).toString(),
  };
}

function unpack(sent: Buffer, headers: RawReply['headers']): Buffer {
  const body = headers['transfer-encoding'] === 'chunked' ? joinChunks(sent) : sent;
  // A response to HEAD has the encoding of a body that isn't sent.
  if (body.length === 0) return body;
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

function joinChunks(sent: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = sent.indexOf('\r\n', at);
    const length = Number.parseInt(sent.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(length > 0)) return Buffer.concat(chunks);
    chunks.push(sent.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
