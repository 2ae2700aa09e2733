/**
 * Sends random requests from the schemas of all calls. `FUZZ_REQUESTS=100000 FUZZ_SEED=7 npx vitest run fuzz` sets their
 * number and seed.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { expectLedgerBalanced } from '../../operations/audit/audit.testing.ts';
import { composeRequest, type RawReply, sendBytes } from '../../platform/http/raw.testing.ts';
import { builtPages } from '../../shop/pages/built.ts';
import { engine } from '../test-database.ts';
import { openTestShop } from '../test-shop.ts';
import { type Call, callsTo } from './calls.testing.ts';
import { judge } from './judge.testing.ts';
import { apiOperations, otherOperations } from './operations.testing.ts';
import { World } from './world.testing.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600);
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127);
/** After this many requests, the invariants are checked and a new shopper with a full wallet is added. */
const ROUND = 100;
/** The calls that may end the session whose token is sent with them. */
const ENDING_CALLS = [
  `POST ${paths.logout}`,
  `DELETE ${paths.sessions}/{id}`,
  `DELETE ${paths.user}`,
];
/** The maximum CPU time of the thread, which does not depend on other work of the machine. */
const DEAREST_MS = 1_000;

const shop = await openTestShop({ trustProxy: '127.0.0.1', pages: await builtPages() });
const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));
const api = apiOperations();
const operations = [...api, ...otherOperations(api)];

const world = new World(shop);
let sent = 0;
let sessionsEnded = 0;
const statuses = new Map<number, number>();
let dearest = { ms: 0, call: '' };

test(`${REQUESTS} requests made at random from the schemas of all calls`, {
  timeout: 60_000 + REQUESTS * 50,
}, async () => {
  expect(api.length).toBeGreaterThan(15);
  await shop.untilReady();
  await startRound();
  await fc.assert(
    fc.asyncProperty(callsTo(operations), async (call) => {
      const bytes = bytesOf(call);
      const token = tokenOf(call);
      const replies = await Promise.all([
        sendAndJudge(call, bytes),
        ...(call.isDoubled ? [sendAndJudge(call, bytes)] : []),
      ]);
      if (token !== undefined) await judgeSession(token, call, replies);
      if (++sent % ROUND === 0) await startRound();
    }),
    { numRuns: REQUESTS, seed: SEED, includeErrorInReport: true },
  );
  await expectLedgerBalanced(shop.services.db);
  expect(Object.prototype).not.toHaveProperty('polluted');
  // Without these statuses the requests are too hostile to reach the routes.
  for (const status of [200, 201, 400, 401, 404]) expect([...statuses.keys()]).toContain(status);
  const orders = await shop.services.db.selectFrom('orders').select('id').execute();
  if (process.env.FUZZ_REQUESTS) report(orders.length);
  expect(orders.length).toBeGreaterThan(REQUESTS / 1_000);
});

async function startRound(): Promise<void> {
  await expectLedgerBalanced(shop.services.db);
  await world.stock('pencil', 100, null);
  await world.stock('lamp', 2_500, 30);
  await world.stock('yacht', 400_000, 1);
  await world.welcome();
}

async function sendAndJudge(call: Call, bytes: Buffer): Promise<RawReply> {
  const before = process.threadCpuUsage();
  const reply = await sendBytes(port, bytes);
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1_000;
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  if (ms > dearest.ms) dearest = { ms, call: bytes.subarray(0, 300).toString() };
  judge(call, reply);
  expect(ms, 'milliseconds of CPU').toBeLessThan(DEAREST_MS);
  learn(call, reply);
  return reply;
}

function learn({ operation, method }: Call, { status, body }: RawReply): void {
  const { template, replies } = operation;
  if (status >= 300 || replies === undefined || method !== operation.method) return;
  if (body !== '') world.learnFrom(template, JSON.parse(body));
}

/** @returns the token that is sent, if its shopper is logged in */
function tokenOf({ headers }: Call): string | undefined {
  const [, authorization = ''] = headers.find(([name]) => name === 'authorization') ?? [];
  const token = world.fill(authorization).replace('Bearer ', '');
  return world.isLoggedIn(token) ? token : undefined;
}

/** A session ends only by a call that may end it. A new shopper replaces its owner. */
async function judgeSession(token: string, call: Call, replies: RawReply[]): Promise<void> {
  if (!ENDING_CALLS.includes(`${call.method} ${call.operation.template}`)) {
    for (const { status } of replies) expect(status, 'a live session').not.toBe(401);
    return;
  }
  const reply = await shop.call('GET', paths.wallet, { as: { token } });
  if (reply.statusCode !== 401) return;
  sessionsEnded++;
  world.takeLeaveOf(token);
  await world.welcome();
}

function bytesOf({ operation, method, path, isRaw, query, ...call }: Call): Buffer {
  const write = (text: string) => {
    const filled = world.fill(text);
    return isRaw ? oneLine(filled).replaceAll(' ', '+') : encodeURIComponent(filled.toWellFormed());
  };
  const address = operation.template.replace(/\{(\w+)\}/g, (_, name: string) =>
    write(path[name] ?? ''),
  );
  const parameters = query.map(([name, value]) => `${write(name)}=${write(value)}`).join('&');
  const head = [
    // Many client addresses keep each of them below the limit of failed logins.
    `x-forwarded-for: 10.0.${(sent >> 8) & 255}.${sent & 255}`,
    ...(call.contentType === undefined ? [] : [`content-type: ${call.contentType}`]),
    ...call.headers.map(([name, value]) => `${name}: ${oneLine(world.fill(value))}`),
  ];
  const line = `${method} ${address}${parameters && `?${parameters}`}`;
  return composeRequest(line, head, world.fill(call.body));
}

/** Removes line breaks, which would start another header or request. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]/g, '');
}

function report(orders: number): void {
  const counts = [...statuses].toSorted(([one], [other]) => one - other);
  process.stdout.write(
    `${engine}, seed ${SEED}: ${REQUESTS} runs, ${orders} orders, ${sessionsEnded} sessions ended
  ${counts.map(([status, count]) => `${status}: ${count}`).join(', ')}
  dearest: ${dearest.ms.toFixed(0)} ms of CPU, ${JSON.stringify(dearest.call)}\n`,
  );
}
