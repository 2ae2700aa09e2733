/** The minimum of a Fastify server: `node bare-fastify.ts FILE` sends the response in FILE to every request. */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import type { BareResponse } from './bare-server.ts';

// Written by compare.ts.
const response = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareResponse;
const body = Buffer.from(response.body, 'base64');
const app = fastify();
app.get('/*', (_request, reply) =>
  reply.code(response.status).headers(response.headers).send(body),
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
