import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  DownloadError,
  type DownloadPolicy,
  download,
  isPublicAddress,
  publicHttps,
} from './download.ts';

/** A server of the test is on this machine, and has no certificate. */
const local: DownloadPolicy = {
  ...publicHttps,
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

/** A name server that answers each time with the next of these addresses. */
function answering(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: DownloadPolicy['lookup'] = (name, _options, callback) => {
    const addresses = answers[asked.push(name) - 1] ?? [];
    const families = addresses.map((address) => ({ address, family: isIP(address) }));
    setImmediate(() => callback(null, families));
  };
  return { asked, lookup };
}

test.each([
  [['127.0.0.1'], '127.0.0.1'],
  [['0.0.0.0'], '0.0.0.0'],
  [['10.20.30.40'], '10.20.30.40'],
  [['169.254.169.254'], '169.254.169.254'],
  [['::1'], '::1'],
  [['fd00::1'], 'fd00::1'],
  [['fe80::1%eth0'], 'fe80::1%eth0'],
  [['::ffff:192.168.0.1'], '::ffff:192.168.0.1'],
  [['64:ff9b::7f00:1'], '64:ff9b::7f00:1'],
  // A socket tries each address of a name.
  [['1.1.1.1', '127.0.0.1'], '127.0.0.1'],
])('a name with the addresses %j is not loaded', async (addresses, refused) => {
  const { asked, lookup } = answering(addresses);
  const policy = { ...publicHttps, lookup };
  expect(await refusal('https://pictures.example/a.jpg', { policy })).toBe(
    `leads to ${refused}, which is in no public network`,
  );
  expect(asked).toEqual(['pictures.example']);
});

test('a name that is public once and private later is looked up once for each connection, and refused then', async () => {
  const paths: (string | undefined)[] = [];
  const address = await serve(({ url }, response) => {
    paths.push(url);
    if (url === '/file') response.end('a file');
    else response.writeHead(302, { location: '/file' }).end();
  });
  const { port } = new URL(address);
  // The test's server represents a public one, 127.0.0.2 a private network.
  const mayConnect = (to: string) => to === '127.0.0.1';
  const first = answering(['127.0.0.1'], ['127.0.0.2']);
  const policy = { ...local, mayConnect, lookup: first.lookup };
  const bytes = await download(`http://pictures.example:${port}/file`, { maxBytes, policy });
  expect([bytes.toString(), first.asked.length]).toEqual(['a file', 1]);
  const second = answering(['127.0.0.1'], ['127.0.0.2']);
  const later = { ...policy, lookup: second.lookup };
  expect(await refusal(`http://pictures.example:${port}/`, { policy: later })).toBe(
    'leads to 127.0.0.2, which is in no public network',
  );
  expect([second.asked.length, paths]).toEqual([2, ['/file', '/']]);
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
  ['224.0.0.1', false],
  ['192.88.99.1', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['64:ff9b:1::a00:1', false],
  ['::ffff:1.1.1.1', false],
  ['::127.0.0.1', false],
  ['4000::1', false],
  ['fe80::1%br-1.2', false],
  ['0177.0.0.1', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
