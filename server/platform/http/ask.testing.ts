/** Sends requests to a listening server over a connection that is kept open. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';

export interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Reply {
  status: number | undefined;
  /** Without those that differ with each response. */
  headers: IncomingMessage['headers'];
  id: unknown;
  body: Buffer;
}

/** A server that closes ends its connections. */
const agent = new Agent({ keepAlive: true });

export function ask(
  { server }: Pick<FastifyInstance, 'server'>,
  { method = 'GET', path = '/', headers, body }: Sent,
): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { 'x-request-id': id, date: _, ...others } = response.headers;
      buffer(response).then(
        (bytes) => resolve({ status: response.statusCode, headers: others, id, body: bytes }),
        reject,
      );
    });
    sent.end(body);
  });
}
