/**
 * More load than the shop can carry, up to ten times as much: what it answers, and how fast it turns the
 * rest away. What it can carry is measured first, by shoppers who wait for their answers.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { draw } from '../bench/picture.ts';
import { quantileOf } from '../bench/search/metrics.ts';
import { paths, SEARCH_PARAMETER, searchPath } from '../contract/paths.ts';
import { administer, databaseUrl, freePort, providePostgres } from '../scripts/postgres.ts';
import { openStorage } from '../server/storage/storage.ts';
import { drillFolder } from './children.ts';
import { Crowd, type NextRequest, type Tally } from './crowd.ts';
import { startServer } from './replica.ts';
import { print } from './report.ts';
import { type Account, fillShop, goods } from './shop.ts';
import { formatTable } from './table.ts';

const ACCOUNTS = 2_000;
/** As many as keep it busy. */
const SHOPPERS = 16;
const TIMES = [0.5, 1, 2, 3, 5, 10];
const WARM_UP_MS = 2_000;
const MEASURED_MS = 5_000;

const PICTURE = resolve(import.meta.dirname, '../docs/pictures/overload.svg');

/** Asked for whatever many times as much as it can carry, it answers most of that. */
const LEAST_SHARE = 0.7;
/** And hardly anybody hangs up because nothing comes. */
const FAILED_SHARE_MAX = 0.01;

interface Measured {
  engine: string;
  /** Requests a second that it can carry. */
  capacity: number;
  /** One for each of `TIMES`. */
  tallies: Tally[];
}

/** @returns whether it answered about as much as it can carry, and told everybody, however much was offered */
export async function overload(): Promise<boolean> {
  const sqlite = join(drillFolder(), 'data');
  mkdirSync(sqlite);
  const measured = [await measure('SQLite', { DATA_DIR: sqlite })];
  const postgres = await providePostgres();
  const name = `qkart_drill_${process.pid}`;
  await administer(postgres.url, `create database ${name}`);
  measured.push(await measure('PostgreSQL', { DATABASE_URL: databaseUrl(postgres.url, name) }));
  await postgres.stop();
  writeFileSync(PICTURE, pictureOf(measured));
  return measured.every(({ capacity, tallies }) =>
    tallies.every(({ seconds, offered, answered, refused, failed }) => {
      const possible = Math.min(capacity, (offered - refused.length) / seconds);
      return (
        answered.length / seconds > LEAST_SHARE * possible && failed <= FAILED_SHARE_MAX * offered
      );
    }),
  );
}

async function measure(engine: string, settings: Record<string, string>): Promise<Measured> {
  const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = settings;
  const storage = await openStorage(url ? { url } : { dataDir, exclusive: false });
  const accounts = await fillShop(storage.db, ACCOUNTS).finally(() => storage.close());
  const port = await freePort();
  const server = await startServer(port, { ...settings, DEMO_CATALOGUE: 'off' });
  const next = shopping(accounts);
  const busy = await new Crowd(port, next).keepBusy(SHOPPERS, WARM_UP_MS, MEASURED_MS);
  const capacity = busy.answered.length / busy.seconds;
  const rows = [rowOf(`${SHOPPERS} at a time`, { ...busy, offered: busy.answered.length })];
  const tallies: Tally[] = [];
  for (const times of TIMES) {
    const tally = await new Crowd(port, next).offer(capacity * times, WARM_UP_MS, MEASURED_MS);
    tallies.push(tally);
    rows.push(rowOf(`${times} times that`, tally));
  }
  const heads = ['offered/s', 'answered/s', 'p50 ms', 'p99 ms'];
  const others = ['refused/s', 'away/s', 'p50 ms', 'p99 ms', 'failed/s'];
  print(formatTable([[engine, ...heads, ...others], ...rows]));
  server.kill('SIGTERM');
  await server.ended;
  return { engine, capacity, tallies };
}

function pictureOf(measured: readonly Measured[]): string {
  const curvesOf = (of: (tally: Tally, capacity: number) => number) =>
    measured.map(({ engine, capacity, tallies }) => ({
      name: engine,
      values: tallies.map((tally) => of(tally, capacity)),
    }));
  return draw({
    title: 'What the shop answers when it is asked for more than it can',
    measured: '',
    along: 'times of what it can carry, offered',
    steps: TIMES.map(String),
    panels: [
      {
        name: 'Answered',
        measured: '% of what it can carry',
        scale: { values: [0, 25, 50, 75, 100, 125, 150, 175, 200], unit: '%', isLinear: true },
        curves: curvesOf(
          ({ answered, seconds }, capacity) => (100 * answered.length) / seconds / capacity,
        ),
      },
      {
        name: '99 of 100 answered or turned away',
        measured: 'within ms from when a request was due',
        scale: { values: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000], unit: 'ms' },
        curves: curvesOf(p99Of),
      },
    ],
  });
}

/** Of all that was told something. */
function p99Of({ answered, refused, turnedAway }: Tally): number {
  return quantileOf([...answered, ...refused, ...turnedAway], 0.99);
}

function rowOf(name: string, tally: Tally): string[] {
  const { seconds, offered, answered, refused, turnedAway, failed } = tally;
  const perSecond = (count: number) => (count / seconds).toFixed(0);
  return [
    ...[name, perSecond(offered)],
    ...[perSecond(answered.length), ...quantilesOf(answered)],
    perSecond(refused.length),
    ...[perSecond(turnedAway.length), ...quantilesOf(turnedAway)],
    perSecond(failed),
  ];
}

function quantilesOf(latencies: readonly number[]): string[] {
  if (latencies.length === 0) return ['', ''];
  return [0.5, 0.99].map((share) => quantileOf(latencies, share).toFixed(0));
}

/** What each shopper does, again and again: what costs the shop most, and nothing of it at hand. */
const ROUND = ['page', 'add', 'cart', 'search', 'checkout', 'cart'] as const;

/** The next step of the next shopper. */
function shopping(accounts: readonly Account[]): NextRequest {
  let asked = 0;
  return () => {
    const number = asked++;
    const account = accounts[number % accounts.length] as Account;
    const round = Math.floor(number / accounts.length);
    const { id } = goods[number % goods.length] as { id: string };
    switch (ROUND[(round + number) % ROUND.length]) {
      case 'add':
        return post(paths.cart, account, { productId: id, qty: 1 + (number % 3) });
      case 'checkout':
        return post(paths.checkout, account, { addressId: account.addressId }, number);
      case 'search':
        return `GET ${searchPath(`pen ${number}`)} HTTP/1.1\r\nHost: shop\r\n\r\n`;
      case 'page':
        return `GET /?${SEARCH_PARAMETER}=pen+${number} HTTP/1.1\r\nHost: shop\r\n\r\n`;
      default:
        return `GET ${paths.cart} HTTP/1.1\r\n${headersOf(account)}\r\n`;
    }
  };
}

function post(path: string, account: Account, body: object, key?: number): string {
  const json = JSON.stringify(body);
  const idempotency = key === undefined ? '' : `Idempotency-Key: ${key}\r\n`;
  const type = `Content-Type: application/json\r\nContent-Length: ${json.length}\r\n`;
  return `POST ${path} HTTP/1.1\r\n${headersOf(account)}${type}${idempotency}\r\n${json}`;
}

function headersOf({ token }: Account): string {
  return `Host: shop\r\nAuthorization: Bearer ${token}\r\n`;
}
