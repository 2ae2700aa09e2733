/** Another server with pictures, from which tests fetch. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach } from 'vitest';
import { type DownloadPolicy, publicHttps } from './download.ts';

/** The server of a test is on this machine, and has no certificate. */
export const testPolicy: DownloadPolicy = {
  ...publicHttps,
  protocols: ['http:'],
  mayConnect: (address) => address === '127.0.0.1',
};

interface PictureServer {
  /** Its origin. */
  address: string;
  /** Each path and what it answers. */
  files: Map<string, Buffer | ((response: ServerResponse) => void)>;
  /** The paths that the current test has loaded. */
  asked: string[];
}

/** It is closed after the test file. */
export async function openPictureServer(): Promise<PictureServer> {
  const files: PictureServer['files'] = new Map();
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = files.get(url);
    if (typeof file === 'function') file(response);
    else if (file === undefined) response.writeHead(404).end();
    else response.end(file);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked.length = 0;
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, files, asked };
}
