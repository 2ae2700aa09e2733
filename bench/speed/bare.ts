/** What the shop is compared with: a server that sends the bytes of one answer, and does nothing else. */
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { drillFolder, startChild, untilReady } from '../../drill/children.ts';
import type { BareAnswer } from './bare-server.ts';
import type { Call } from './load.ts';
import { type Shop, stop } from './stage.ts';

const START_TIMEOUT_MS = 10_000;

let inputs = 0;

/** Those that send one answer: from memory, or from a file. */
export type BareScript = 'bare-server.ts' | 'file-server.ts';

/** Does something beside a bare server that sends what the shop answers to a call. */
export async function besideBare<T>(
  shop: Shop,
  call: Call,
  use: (bare: Shop, answer: BareAnswer) => Promise<T>,
  script: BareScript = 'bare-server.ts',
): Promise<T> {
  const answer = await answerOf(shop.port, call);
  const bare = await startBareServer(script, answer);
  try {
    return await use(bare, answer);
  } finally {
    await stop(bare);
  }
}

/** In a process of its own. @param script of this folder: takes a file of JSON, and prints its port */
export async function startBareServer(script: string, input: object): Promise<Shop> {
  const file = join(drillFolder(), `input-${++inputs}.json`);
  writeFileSync(file, JSON.stringify(input));
  const path = resolve(import.meta.dirname, script);
  const bare = startChild(process.execPath, [path, file], { stopSignal: 'SIGTERM' });
  await untilReady(bare, 'The bare server', async () => bare.output() !== '', START_TIMEOUT_MS);
  return { port: Number(bare.output()), process: bare };
}

/** The bytes as they are sent, and of the headers those that say what they are. */
export function answerOf(port: number, { path, headers }: Call): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...(headers && { headers }) });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const kept = ['content-type', 'content-encoding', 'etag'].flatMap((name) => {
        const value = response.headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      buffer(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(kept),
            body: body.toString('base64'),
          }),
        reject,
      );
    });
    sent.end();
  });
}
