/** The HTTP requests of a shopper's operations. */
import { addressPath, cancelOrderPath, orderPath, paths } from '../../contract/paths.ts';
import type { ShopperOperation } from '../history.ts';

interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

const reads = {
  'read products': paths.products,
  'read cart': paths.cart,
  'read addresses': paths.addresses,
  'read balance': paths.wallet,
};

/** @param credentials the body of a registration or a login */
export function requestOf(operation: ShopperOperation, credentials: object = {}): Request {
  switch (operation.type) {
    case 'register':
    case 'login':
      return post(paths[operation.type], credentials);
    case 'logout':
      return post(paths.logout);
    case 'read order':
      return get(orderPath(operation.orderId));
    case 'read invoice':
      return get(orderPath(operation.number));
    case 'read orders':
      return get(`${paths.orders}?limit=${operation.limit}`);
    case 'cancel order':
      return post(cancelOrderPath(operation.orderId));
    case 'put':
      return post(paths.cart, { productId: operation.productId, qty: operation.qty });
    case 'add address':
      return post(paths.addresses, { address: operation.address });
    case 'delete address':
      return { method: 'DELETE', path: addressPath(operation.id) };
    case 'checkout': {
      const { key, addressId, expectedTotal } = operation;
      const expected = expectedTotal !== undefined && { 'expected-total': expectedTotal };
      const headers = { 'idempotency-key': key, ...expected };
      return { ...post(paths.checkout, { addressId }), headers };
    }
    default:
      return get(reads[operation.type]);
  }
}

function get(path: string): Request {
  return { method: 'GET', path };
}

function post(path: string, body?: object): Request {
  return { method: 'POST', path, ...(body && { body }) };
}
