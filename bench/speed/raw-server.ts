/**
 * The least that a server can do to change carts on SQLite: `node raw-server.ts FILE` makes the transaction of
 * `POST /cart` for whoever has a token, and answers with what it read. FILE is JSON, see `RawServerInput`.
 * Prints the port that it listens on.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Account } from '../../drill/shop.ts';
import { announce, readInput } from './bare-process.ts';
import { changeLine, openRawSqlite } from './raw.ts';
import type { Database } from './stage.ts';

type RawServerInput = Pick<Database, 'settings' | 'accounts'>;

const { settings, accounts } = readInput<RawServerInput>();
const engine = openRawSqlite({ settings });
const byToken = new Map(accounts.map((account) => [`Bearer ${account.token}`, account]));

const server = createServer(async (request, response) => {
  const account = byToken.get(request.headers.authorization ?? '') as Account;
  const change = (await json(request)) as { productId: string; qty: number };
  let lines: object[] = [];
  await engine.transact(async (query, lockUser) => {
    lines = await changeLine(query, lockUser, account, change);
  });
  const body = JSON.stringify(lines);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
announce(server);
