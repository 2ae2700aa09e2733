/**
 * The least that a server can do: `node bare-server.ts FILE` answers every request with the same bytes.
 * FILE is JSON: {status, headers, body}, the body in base64. Prints the port that it listens on.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BareAnswer {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

const answer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareAnswer;
const body = Buffer.from(answer.body, 'base64');
// Else it would be sent in chunks, which costs a tenth.
const headers = { ...answer.headers, ...(body.length > 0 && { 'content-length': body.length }) };
const server = createServer((request, response) => {
  // What a request brings is read, as any server has to.
  request.resume();
  response.writeHead(answer.status, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
