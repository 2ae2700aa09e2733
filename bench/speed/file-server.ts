/**
 * The least that a server of files does: `node file-server.ts FILE` answers every request with a file as it
 * is on the disk, opened and read each time. FILE is JSON, see `BareAnswer`. Prints the port that it listens on.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { announce, inputFile, readInput } from './bare-process.ts';
import type { BareAnswer } from './bare-server.ts';

const { status, headers, body } = readInput<BareAnswer>();
const path = `${inputFile()}.body`;
writeFileSync(path, Buffer.from(body, 'base64'));

const server = createServer(async (request, response) => {
  request.resume();
  const { size } = await stat(path);
  response.writeHead(status, { ...headers, 'content-length': size });
  // Whoever asked may have gone away.
  await pipeline(createReadStream(path), response).catch(() => {});
});
announce(server);
