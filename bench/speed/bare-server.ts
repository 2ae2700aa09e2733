/**
 * The least that a server can do: `node bare-server.ts FILE` answers every request with the same bytes.
 * FILE is JSON: {status, headers, body}, the body in base64. Prints the port that it listens on.
 */
import { createServer } from 'node:http';
import { announce, readInput } from './bare-process.ts';

export interface BareAnswer {
  status: number;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

const answer = readInput<BareAnswer>();
const body = Buffer.from(answer.body, 'base64');
// Else it would be sent in chunks, which costs a tenth.
const headers = { ...answer.headers, ...(body.length > 0 && { 'content-length': body.length }) };
const server = createServer((request, response) => {
  // What a request brings is read, as any server has to.
  request.resume();
  response.writeHead(answer.status, headers);
  response.end(body);
});
announce(server);
