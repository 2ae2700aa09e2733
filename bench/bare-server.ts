/** The simplest possible Node server: `node bare-server.ts FILE` sends the response in FILE to every request. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

export interface BareResponse {
  status: number;
  headers: Record<string, string>;
  /** The body in Base64. */
  body: string;
}

// compare.ts writes the file.
const response = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareResponse;
const body = Buffer.from(response.body, 'base64');
// Without a length, Node uses chunked encoding, which takes a tenth longer.
const length = body.length > 0 ? { 'content-length': body.length } : {};
const server = createServer((request, reply) => {
  // Every server has to read the body of a request.
  request.resume();
  reply.writeHead(response.status, { ...response.headers, ...length });
  reply.end(body);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
