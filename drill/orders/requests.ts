/** A shopper's operations as requests, every one of them recorded with what came of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addressPath, orderPath, paths } from '../../contract/paths.ts';
import { Client } from '../client.ts';
import type { Answer, History, Operation } from './history.ts';

/** Of the drill's server: whether it can be asked at the moment. */
export interface Door {
  port: number;
  /** Fulfilled when a server is there, or at once where one is. */
  opened(): Promise<void>;
}

export interface Credentials {
  username: string;
  password: string;
}

type Request = Parameters<Client['send']>[0];

/** One of a shopper's connections, as a browser's tab has one. */
export class Tab {
  readonly #client: Client;
  readonly #door: Door;
  readonly #history: History;
  readonly #credentials: Credentials;
  readonly #session: number | undefined;

  /** @param session the number of the login's call, and the token that it gave; none before a login */
  constructor(
    door: Door,
    history: History,
    credentials: Credentials,
    session?: { call: number; token: string },
  ) {
    this.#door = door;
    this.#history = history;
    this.#credentials = credentials;
    this.#session = session?.call;
    this.#client = new Client(door.port, session?.token);
  }

  /**
   * Asks, once a server is there.
   * @param loseAfterMs when the connection is cut; whether the server has heard, or done it, is left open
   * @returns nothing where no answer came
   */
  async ask(
    operation: Operation,
    { loseAfterMs }: { loseAfterMs?: number | undefined } = {},
  ): Promise<(Answer & { call: number }) | undefined> {
    await this.#door.opened();
    const { username } = this.#credentials;
    const call = this.#history.call(username, this.#session, operation);
    const cut = loseAfterMs === undefined ? undefined : new AbortController();
    // No timer of a drill keeps it from ending.
    if (cut) void sleep(loseAfterMs, undefined, { ref: false }).then(() => cut.abort());
    try {
      const request = requestFor(operation, this.#credentials);
      const { status, headers, body } = await this.#client.send({
        ...request,
        signal: cut?.signal,
      });
      const replayed = headers['idempotency-replayed'] === 'true';
      this.#history.add({ kind: 'answer', call, status, body, replayed });
      return { call, status, body, replayed };
    } catch (error) {
      const isUnsent = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
      this.#history.add({ kind: isUnsent ? 'unsent' : 'lost', call });
      return undefined;
    }
  }

  close(): void {
    this.#client.close();
  }
}

function requestFor(operation: Operation, credentials: Credentials): Request {
  switch (operation.do) {
    case 'register':
      return { method: 'POST', path: paths.register, body: credentials };
    case 'login':
      return { method: 'POST', path: paths.login, body: credentials };
    case 'logout':
      return { method: 'POST', path: paths.logout };
    case 'read products':
      return { method: 'GET', path: paths.products };
    case 'read cart':
      return { method: 'GET', path: paths.cart };
    case 'put': {
      const { productId, qty } = operation;
      return { method: 'POST', path: paths.cart, body: { productId, qty } };
    }
    case 'read addresses':
      return { method: 'GET', path: paths.addresses };
    case 'add address':
      return { method: 'POST', path: paths.addresses, body: { address: operation.address } };
    case 'delete address':
      return { method: 'DELETE', path: addressPath(operation.id) };
    case 'read balance':
      return { method: 'GET', path: paths.wallet };
    case 'read order':
      return { method: 'GET', path: orderPath(operation.orderId) };
    case 'checkout': {
      const { key, addressId, expectedTotal } = operation;
      const headers = {
        'idempotency-key': key,
        ...(expectedTotal !== undefined && { 'expected-total': expectedTotal }),
      };
      return { method: 'POST', path: paths.checkout, headers, body: { addressId } };
    }
  }
}
