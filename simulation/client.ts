/** A client sends operations to the running process, and records each with its outcome. */
import { requestOf } from '../drill/client.ts';
import type { Response, ShopperOperation } from '../drill/history.ts';
import type { Machine } from './machine.ts';
import type { PreparedShopper } from './prepared-shop.ts';
import type { RunningShop } from './running-shop.ts';
import type { World } from './world.ts';

export type Client = ReturnType<typeof createClient>;

export interface Clients {
  world: World;
  machine: Machine;
}

/** Logs the prepared shopper in, for the history: the session is in the database already. */
export function createClient({ world, machine }: Clients, { username, token }: PreparedShopper) {
  const { history } = world;
  const session = history.nextId();
  history.add({ kind: 'invoke', id: session, username, operation: { type: 'login' } });
  history.add({ kind: 'response', id: session, status: 201, body: '', replayed: false });

  /** @returns undefined if the process crashed before its response arrived */
  return async (operation: ShopperOperation): Promise<Response | undefined> => {
    await world.scheduler.wait();
    const shop = await machine.running();
    const id = history.nextId();
    history.add({ kind: 'invoke', id, username, session, operation });
    return record(world, shop, id, send(shop, token, operation));
  };
}

/** Records the outcome of an operation. The response of a process that has crashed meanwhile is lost. */
export async function record(
  { history }: World,
  { process }: RunningShop,
  id: number,
  outcome: Promise<Response>,
): Promise<Response | undefined> {
  const response = await Promise.race([outcome, process.death]);
  if (process.isDead || response === undefined) {
    history.add({ kind: 'info', id });
    return undefined;
  }
  history.add({ kind: 'response', id, ...response });
  process.reach();
  return response;
}

async function send(
  { app }: RunningShop,
  token: string,
  operation: ShopperOperation,
): Promise<Response> {
  const { method = 'POST', path, headers, body } = requestOf(operation, {});
  const { statusCode, ...reply } = await app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body && { payload: body }),
  });
  const replayed = reply.headers['idempotency-replayed'] === 'true';
  return { status: statusCode, body: reply.body, replayed };
}
