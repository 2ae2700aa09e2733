/** A client sends a shopper's operations to the shop and records each invocation with its outcome. */
import { addressPath, orderPath, paths } from '../contract/paths.ts';
import type { History, Operation, Response } from './history.ts';

/** Above the time that the shop itself waits for its database. */
const TIMEOUT_MS = 10_000;

/** Where clients send their requests. */
export interface Target {
  port: number;
  /** Resolves when a server accepts requests there. */
  opened(): Promise<void>;
}

export interface Credentials {
  username: string;
  password: string;
}

/** The id of the login's invocation, and the token of its response. */
export interface Session {
  login: number;
  token: string;
}

export class Client {
  readonly #target: Target;
  readonly #history: History;
  readonly #credentials: Credentials;
  readonly #session: Session | undefined;

  constructor(target: Target, history: History, credentials: Credentials, session?: Session) {
    this.#target = target;
    this.#history = history;
    this.#credentials = credentials;
    this.#session = session;
  }

  /**
   * @param cutAfterMs when the connection is cut, at whatever point the request is by then
   * @returns undefined if there is no response
   */
  async invoke(
    operation: Operation,
    cutAfterMs = TIMEOUT_MS,
  ): Promise<(Response & { id: number }) | undefined> {
    await this.#target.opened();
    const id = this.#history.nextId();
    const { username } = this.#credentials;
    const session = this.#session && { session: this.#session.login };
    this.#history.add({ kind: 'invoke', id, username, ...session, operation });
    try {
      const response = await this.#send(operation, AbortSignal.timeout(Math.ceil(cutAfterMs)));
      this.#history.add({ kind: 'response', id, ...response });
      return { id, ...response };
    } catch (error) {
      this.#history.add({ kind: isRefusedConnection(error) ? 'fail' : 'info', id });
      return undefined;
    }
  }

  async #send(operation: Operation, signal: AbortSignal): Promise<Response> {
    const { method, path, headers, body } = requestOf(operation, this.#credentials);
    const response = await fetch(`http://127.0.0.1:${this.#target.port}${path}`, {
      method,
      headers: {
        ...(this.#session && { authorization: `Bearer ${this.#session.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, body: await response.text(), replayed };
  }
}

function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

function requestOf(operation: Operation, credentials: Credentials): Request {
  const get = (path: string): Request => ({ method: 'GET', path });
  const post = (path: string, body?: object): Request => ({
    method: 'POST',
    path,
    ...(body && { body }),
  });
  switch (operation.type) {
    case 'register':
      return post(paths.register, credentials);
    case 'login':
      return post(paths.login, credentials);
    case 'logout':
      return post(paths.logout);
    case 'read products':
      return get(paths.products);
    case 'read cart':
      return get(paths.cart);
    case 'put':
      return post(paths.cart, { productId: operation.productId, qty: operation.qty });
    case 'read addresses':
      return get(paths.addresses);
    case 'add address':
      return post(paths.addresses, { address: operation.address });
    case 'delete address':
      return { method: 'DELETE', path: addressPath(operation.id) };
    case 'read balance':
      return get(paths.wallet);
    case 'read order':
      return get(orderPath(operation.orderId));
    case 'checkout': {
      const { key, addressId, expectedTotal } = operation;
      const expected = expectedTotal !== undefined && { 'expected-total': expectedTotal };
      const headers = { 'idempotency-key': key, ...expected };
      return { ...post(paths.checkout, { addressId }), headers };
    }
  }
}
