/**
 * The minimum of a server: `node bare-server.ts node:http FILE`, or with `Fastify`, sends the response in FILE to every
 * request.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import fastify from 'fastify';

export interface BareResponse {
  status: number;
  headers: Record<string, string>;
  /** The body in Base64. */
  body: string;
}

const [kind, file = ''] = process.argv.slice(2);
// Written by compare.ts.
const response = JSON.parse(readFileSync(file, 'utf8')) as BareResponse;
const body = Buffer.from(response.body, 'base64');
const listenOptions = { port: Number(process.env.PORT), host: '127.0.0.1' };

if (kind === 'Fastify') {
  const app = fastify();
  app.get('/*', (_request, reply) =>
    reply.code(response.status).headers(response.headers).send(body),
  );
  await app.listen(listenOptions);
} else {
  // Without a length, Node uses chunked encoding, which takes a tenth longer.
  const length = body.length > 0 ? { 'content-length': body.length } : {};
  createServer((request, reply) => {
    // Every server has to read the body of a request.
    request.resume();
    reply.writeHead(response.status, { ...response.headers, ...length });
    reply.end(body);
  }).listen(listenOptions);
}
