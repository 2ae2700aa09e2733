/** What clients ask for while throughput is measured: one request after the other, without a pause. */
import { randomUUID } from 'node:crypto';
import { paths, searchPath } from '../contract/paths.ts';
import { type Answer, Client } from './client.ts';
import { type Account, goods } from './shop.ts';

export interface Mix {
  name: string;
  /** Until it is closing. Adds the milliseconds of each request to `durations`. */
  run(
    port: number,
    account: Account,
    durations: number[],
    state: { isClosing: boolean },
  ): Promise<void>;
}

type Send = (expected: number, ...call: Parameters<Client['send']>) => Promise<Answer>;

/** The products, whole and unchanged since, a search, and a cart. */
export const readMix: Mix = mixOf('reads', async (send) => {
  const { headers } = await send(200, { method: 'GET', path: paths.products });
  const known = { 'if-none-match': headers.etag ?? '' };
  await send(304, { method: 'GET', path: paths.products, headers: known });
  await send(200, { method: 'GET', path: searchPath('lamp') });
  await send(200, { method: 'GET', path: paths.cart });
});

/** A cart change and the order of that cart. */
export const orderMix: Mix = mixOf('orders', async (send, { addressId }) => {
  const productId = goods[Math.floor(Math.random() * goods.length)]?.id;
  await send(200, { method: 'POST', path: paths.cart, body: { productId, qty: 1 } });
  const headers = { 'idempotency-key': randomUUID() };
  await send(200, { method: 'POST', path: paths.checkout, headers, body: { addressId } });
});

function mixOf(name: string, round: (send: Send, account: Account) => Promise<void>): Mix {
  return {
    name,
    async run(port, account, durations, state) {
      const client = new Client(port, account.token);
      const send: Send = async (expected, call) => {
        const startedAt = performance.now();
        const answer = await client.send(call);
        durations.push(performance.now() - startedAt);
        if (answer.status === expected) return answer;
        throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.body}`);
      };
      while (!state.isClosing) await round(send, account);
      client.close();
    },
  };
}
