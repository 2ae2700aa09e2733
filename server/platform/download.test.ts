import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { DownloadError, type DownloadPolicy, download, isPublicAddress } from './download.ts';

/** A server of the test is on this machine, and has no certificate. */
const local: DownloadPolicy = {
  protocols: ['http:'],
  mayConnect: (address) => address === '127.0.0.1' || address === '::1',
};
const maxBytes = 1024 * 1024;

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function refusal(address: string, options = {}): Promise<string> {
  const error: unknown = await download(address, { maxBytes, ...options }).catch(
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DownloadError);
  return String((error as Error).message);
}

test('a file is loaded, also behind redirects', async () => {
  const address = await serve(({ url }, response) => {
    if (url === '/file') return response.end('a file');
    response.writeHead(302, { location: url === '/' ? '/next' : 'file' }).end();
  });
  const bytes = await download(address, { maxBytes, policy: local });
  expect(bytes.toString()).toBe('a file');
});

test.each([
  ['http://example.com/a.jpg', /^is not HTTPS$/],
  ['file:///etc/passwd', /^is not HTTPS$/],
  ['nothing', /^is no address$/],
  ['https://127.0.0.1/a.jpg', /^leads to 127\.0\.0\.1, which is in no public network$/],
  ['https://2130706433/a.jpg', /^leads to 127\.0\.0\.1, which/],
  ['https://[::1]/a.jpg', /^leads to ::1, which/],
  ['https://[::ffff:10.0.0.1]/a.jpg', /^leads to ::ffff:a00:1, which/],
  ['https://169.254.169.254/latest/meta-data', /^leads to 169\.254\.169\.254, which/],
  // A name: the address that it has is checked.
  ['https://localhost/a.jpg', /^leads to (127\.0\.0\.1|::1), which/],
])('%s is not loaded', async (address, message) => {
  expect(await refusal(address)).toMatch(message);
});

test('a redirect into a private network, or to another protocol, is not followed', async () => {
  const asked: (string | undefined)[] = [];
  const address = await serve(({ url }, response) => {
    asked.push(url);
    const location = url === '/file' ? 'file:///etc/passwd' : 'http://10.1.2.3/';
    response.writeHead(302, { location }).end();
  });
  const policy = { ...local, mayConnect: (to: string) => to === '127.0.0.1' };
  expect(await refusal(address, { policy })).toBe(
    'leads to 10.1.2.3, which is in no public network',
  );
  expect(await refusal(`${address}file`, { policy })).toBe('is not HTTPS');
  expect(asked).toEqual(['/', '/file']);
});

test('a redirect in a circle, an error and an end too early are refused', async () => {
  const address = await serve(({ url }, response) => {
    if (url === '/missing') return response.writeHead(404).end();
    if (url === '/short') {
      response.writeHead(200, { 'content-length': '100' }).write('few');
      return response.socket?.end();
    }
    response.writeHead(302, { location: '/' }).end();
  });
  const options = { policy: local };
  expect(await refusal(address, options)).toBe('redirects more than 5 times');
  expect(await refusal(`${address}missing`, options)).toBe('answers with status 404');
  expect(await refusal(`${address}short`, options)).toBe("can't be loaded: ECONNRESET");
});

test('a server that sends a byte at a time is given up, however long it goes on', async () => {
  const address = await serve((_request, response) => {
    const sending = setInterval(() => response.write('x'), 20);
    response.on('close', () => clearInterval(sending));
  });
  const options = { policy: local, timeoutMs: 300 };
  expect(await refusal(address, options)).toBe('took longer than 0.3 seconds');
});

test('a file that is too large is refused, whatever length the server announces', async () => {
  const address = await serve(({ url }, response) => {
    if (url === '/honest') response.writeHead(200, { 'content-length': String(10 * maxBytes) });
    response.write(Buffer.alloc(maxBytes));
    response.end(Buffer.alloc(1));
  });
  for (const path of ['', 'honest']) {
    expect(await refusal(address + path, { policy: local })).toBe('is larger than 1 MB');
  }
});

test.each([
  ['1.1.1.1', true],
  ['2606:4700:4700::1111', true],
  ['172.32.0.1', true],
  ['172.31.0.1', false],
  ['192.168.0.1', false],
  ['100.100.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['::ffff:1.1.1.1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
