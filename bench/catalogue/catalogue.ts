/** Measures what a large catalogue takes: importing, updating, exporting, and going on after a kill. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { administer, databaseUrl, providePostgres } from '../../scripts/postgres.ts';
import { openStorage } from '../../server/storage/storage.ts';
import { transact } from '../../server/storage/transaction.ts';
import { type Run, runCatalogue } from './command.ts';
import { generate } from './generate.ts';

/** How often another writer comes, as orders do. */
const PROBE_PAUSE_MS = 20;

/** Where a shop is that nobody needs afterwards. */
interface Place {
  env: Record<string, string>;
  options: { dataDir: string; exclusive: boolean } | { url: string };
  remove(): Promise<void>;
}

interface Places {
  open(): Promise<Place>;
  close(): Promise<void>;
}

/** @returns the report */
export async function evaluateCatalogue(records: number, onPostgres: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qkart-evaluate-'));
  const places = onPostgres ? await openServer() : openFolders();
  const whole = await places.open();
  const killed = await places.open();
  try {
    const [products, prices] = [join(folder, 'products.jsonl'), join(folder, 'prices.jsonl')];
    await generate(products, records);
    await generate(prices, records, 4_999);
    const rows: string[] = [];
    const note = (what: string, { seconds, peakMb }: Run, more = ''): void => {
      const rate = Math.round(records / seconds).toLocaleString('en-GB');
      rows.push(
        `| ${what} | ${seconds.toFixed(1)} s | ${rate}/s | ${peakMb.toFixed(0)} MB | ${more} |`,
      );
    };

    const probe = await startProbe(whole);
    note('import', await runCatalogue(['import', products], whole), await probe.stop());
    note('the same again', await runCatalogue(['import', products], whole));

    const half = Math.round(records / 2);
    await runCatalogue(['import', products], { ...killed, killBehind: half });
    const resumed = await runCatalogue(['import', products], killed);
    const [going = 'It began anew.'] = /^Continuing after .*$/m.exec(resumed.stderr) ?? [];
    note('import, killed half-way, from there', resumed, going);
    const exports = [join(folder, 'whole.jsonl'), join(folder, 'killed.jsonl')] as const;
    note('export', await runCatalogue(['export', exports[0]], whole));
    await runCatalogue(['export', exports[1]], killed);
    const areSame = (await digest(exports[0])) === (await digest(exports[1]));
    note('update of all prices', await runCatalogue(['update', prices], whole));

    const megabytes = Math.round((await stat(products)).size / 2 ** 20);
    return `${records.toLocaleString('en-GB')} products, ${megabytes} MB, on ${onPostgres ? 'PostgreSQL' : 'SQLite'}

| what | time | records | peak memory | |
|---|---|---|---|---|
${rows.join('\n')}

The catalogue after the kill is ${areSame ? 'the same as' : 'NOT THE SAME AS'} the uninterrupted one.`;
  } finally {
    await whole.remove();
    await killed.remove();
    await places.close();
    await rm(folder, { recursive: true });
  }
}

function openFolders(): Places {
  return {
    async open() {
      const dataDir = await mkdtemp(join(tmpdir(), 'qkart-evaluate-'));
      return {
        env: { DATA_DIR: dataDir },
        options: { dataDir, exclusive: false },
        remove: () => rm(dataDir, { recursive: true }),
      };
    },
    close: async () => {},
  };
}

async function openServer(): Promise<Places> {
  const server = await providePostgres();
  return {
    async open() {
      const name = `qkart_evaluate_${randomBytes(8).toString('hex')}`;
      await administer(server.url, `create database ${name}`);
      const url = databaseUrl(server.url, name);
      return {
        env: { DATABASE_URL: url },
        options: { url },
        remove: () => administer(server.url, `drop database ${name} with (force)`),
      };
    },
    close: server.stop,
  };
}

/** Another process that writes all the time, as a shop that takes orders does. */
async function startProbe({ options }: Place): Promise<{ stop(): Promise<string> }> {
  const storage = await openStorage(options);
  const waits: number[] = [];
  let isRunning = true;
  const probing = (async () => {
    while (isRunning) {
      const startedAt = performance.now();
      await transact(storage.db, (tx) =>
        tx
          .updateTable('wallets')
          .set({ balance_cents: 0 })
          .where('user_id', '=', 'nobody')
          .execute(),
      );
      waits.push(performance.now() - startedAt);
      await sleep(PROBE_PAUSE_MS);
    }
  })();
  return {
    async stop() {
      isRunning = false;
      await probing;
      await storage.close();
      const inOrder = waits.sort((a, b) => a - b);
      const [middle, longest] = [inOrder[inOrder.length >> 1] ?? 0, inOrder.at(-1) ?? 0];
      return `${waits.length} other writes meanwhile waited ${middle.toFixed(0)} ms, ${longest.toFixed(0)} ms at most`;
    },
  };
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}
