/** A client sends a shopper's operations to the shop and records each invocation with its outcome. */
import { addressPath, cancelOrderPath, orderPath, paths } from '../contract/paths.ts';
import type { History, Response, ShopperOperation } from './history.ts';

/** Longer than the shop itself waits for its database. */
const TIMEOUT_MS = 10_000;

export interface ClientOptions {
  /** The server, which accepts requests once `opened` resolves. */
  target: { port: number; opened(): Promise<void> };
  history: History;
  credentials: { username: string; password: string };
  /** The id of the login's invocation, and the token of its response. */
  session?: { login: number; token: string };
}

export type Client = ReturnType<typeof createClient>;

export function createClient({ target, history, credentials, session }: ClientOptions) {
  const send = async (operation: ShopperOperation, signal: AbortSignal): Promise<Response> => {
    const { method = 'POST', path, headers, body } = requestOf(operation, credentials);
    const response = await fetch(`http://127.0.0.1:${target.port}${path}`, {
      method,
      headers: {
        ...(session && { authorization: `Bearer ${session.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal,
    });
    const replayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, body: await response.text(), replayed };
  };
  /**
   * @param cutAfterMs the time after which the client cuts the connection, wherever the request is then
   * @returns undefined if there is no response
   */
  return async (operation: ShopperOperation, cutAfterMs = TIMEOUT_MS) => {
    await target.opened();
    const id = history.nextId();
    const { username } = credentials;
    const login = session && { session: session.login };
    history.add({ kind: 'invoke', id, username, ...login, operation });
    try {
      const response = await send(operation, AbortSignal.timeout(Math.ceil(cutAfterMs)));
      history.add({ kind: 'response', id, ...response });
      return { id, ...response };
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      const isRefused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
      history.add({ kind: isRefused ? 'fail' : 'info', id });
      return undefined;
    }
  };
}

const reads = {
  'read products': paths.products,
  'read cart': paths.cart,
  'read addresses': paths.addresses,
  'read balance': paths.wallet,
};

interface Request {
  /** The default is POST. */
  method?: 'GET' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** The request that an operation is. */
export function requestOf(operation: ShopperOperation, credentials: object): Request {
  switch (operation.type) {
    case 'register':
    case 'login':
      return { path: paths[operation.type], body: credentials };
    case 'logout':
      return { path: paths.logout };
    case 'read order':
      return { method: 'GET', path: orderPath(operation.orderId) };
    case 'read orders':
      return { method: 'GET', path: `${paths.orders}?limit=${operation.limit}` };
    case 'cancel order':
      return { path: cancelOrderPath(operation.orderId) };
    case 'put':
      return { path: paths.cart, body: { productId: operation.productId, qty: operation.qty } };
    case 'add address':
      return { path: paths.addresses, body: { address: operation.address } };
    case 'delete address':
      return { method: 'DELETE', path: addressPath(operation.id) };
    case 'checkout': {
      const { key, addressId, expectedTotal } = operation;
      const expected = expectedTotal !== undefined && { 'expected-total': expectedTotal };
      const headers = { 'idempotency-key': key, ...expected };
      return { path: paths.checkout, headers, body: { addressId } };
    }
    default:
      return { method: 'GET', path: reads[operation.type] };
  }
}
