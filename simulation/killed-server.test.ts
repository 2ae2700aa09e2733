import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startChild, stopEverything, untilReady } from '../scripts/children.ts';
import { openTestFolder } from '../server/testing/test-database.ts';
import { openTestShop } from '../server/testing/test-shop.ts';
import { History } from './history.ts';
import { KilledServer } from './killed-server.ts';
import { createRandom } from './random.ts';

const { services } = await openTestShop();
afterAll(stopEverything);

/** @param handler what the program does with a request */
async function writeProgram(handler: string): Promise<string> {
  const file = join(await openTestFolder(), 'server.mjs');
  await writeFile(
    file,
    `import { createServer } from 'node:http';
import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('${file}.started')) throw new Error('a part of the build is missing');
createServer((request, reply) => { ${handler} }).listen(Number(process.env.PORT));`,
  );
  return file;
}

function start(file: string): Promise<KilledServer> {
  const random = createRandom('never early');
  return KilledServer.start({
    ...{ history: new History(), db: services.db, engine: 'sqlite', settings: {}, file },
    random: Object.assign(random, { chance: () => false }),
  });
}

test('a server that ends by itself is an error with its output', async () => {
  const file = await writeProgram(`if (request.url === '/readyz') return reply.end();
    console.log('out of paper'); process.exit(7);`);
  const server = await start(file);
  await fetch(`http://127.0.0.1:${server.port}/`).catch(() => {});
  await expect(server.failed).rejects.toThrow(/ended by itself with 7:\nout of paper/);
});

test('a server that does not come back is an error with its output', async () => {
  const file = await writeProgram('reply.end();');
  const server = await start(file);
  await writeFile(`${file}.started`, '');
  server.killAfter(1);
  (await server.running()).reach();
  await expect(server.failed).rejects.toThrow('a part of the build is missing');
});

test('a server that accepts requests and never responds is not waited for', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const child = startChild(process.execPath, ['--eval', 'setInterval(() => {}, 1_000)']);
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/readyz`;
  await expect(untilReady(child, url, 1_000)).rejects.toThrow(`${url} is not available`);
});
