/** What actors get: in the simulation from the seed, in runs with real processes from HTTP and the clock. */
import type { OperatorServices, ShopServices } from '../../server/platform/services.ts';
import type { Storage } from '../../server/platform/storage/storage.ts';
import type { History, Product, Response, ShopperOperation } from '../history.ts';
import type { Random } from '../random.ts';

/** Whom the log of the simulated shops names. */
export const operator = { name: 'operator', origin: 'command' };

export interface Environment {
  readonly history: History;
  readonly products: readonly Product[];
  /** The orders that shoppers know, so that operators can change them. */
  readonly orders: KnownOrder[];
  /** The ids of the events that the receiver of webhooks has lost. */
  readonly lost: ReadonlySet<string>;
  /** The operations of all shoppers and operators together. Actors end when none is left. */
  operationsLeft: number;
  /** A sequence of decisions of its own, so that one actor does not change those of another. */
  randomOf(name: string): Random;
  /** Resolves when an actor may go on. */
  wait(): Promise<void>;
  /** Starts a session, and records its login. Undefined if the shopper cannot have a new one. */
  logIn(username: string): Promise<Session | undefined>;
  /** The running server; after a crash, the next one. */
  server(): Promise<Server>;
  /** The process in which operators work. */
  operators(): Promise<OperatorProcess>;
}

export interface KnownOrder {
  id: string;
  username: string;
  totalCents: number;
  lines: readonly { productId: string; qty: number }[];
  /** Whether an operator knows that it was shipped. */
  isShipped: boolean;
}

export interface Session {
  username: string;
  /** The id of the login's invocation. */
  login: number;
  token: string;
}

interface Process {
  readonly isDead: boolean;
  /** Resolves when the process dies. */
  readonly death: Promise<undefined>;
  /** Called at a moment at which a crash may be interesting: somebody knows the outcome of an operation. */
  reach(): void;
}

export interface Server extends Process {
  /** @returns undefined if there is no response */
  send(session: Session, operation: ShopperOperation): Promise<Response | undefined>;
}

export interface OperatorProcess extends Process {
  services: ShopServices & OperatorServices & Pick<Storage, 'emptyLog'>;
}

/** Records the outcome of an operation. The response of a process that has died meanwhile is lost. */
export async function record(
  { history }: Pick<Environment, 'history'>,
  process: Process,
  id: number,
  outcome: Promise<Response | undefined>,
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

/** Records the login of a session that is in the database already, because hashing a password would take long. */
export function recordLogin(
  history: History,
  username: string,
  token: string | undefined,
): Session | undefined {
  if (token === undefined) return undefined;
  const login = history.nextId();
  history.add({ kind: 'invoke', id: login, username, operation: { type: 'login' } });
  history.add({ kind: 'response', id: login, status: 201, body: '', replayed: false });
  return { username, login, token };
}
