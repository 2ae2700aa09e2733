import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * The protocol that a trusted proxy says the client used; empty where none is trusted or none says so.
 * @param trustProxy addresses and networks, separated by commas, as Fastify's option of that name
 */
export function createForwardedProtocol(
  trustProxy: false | string,
): (request: IncomingMessage) => string {
  if (trustProxy === false) return () => '';
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((network) => network.trim()));
  return ({ headers, socket }) => {
    const protocol = headers['x-forwarded-proto'];
    return protocol !== undefined && isTrusted(socket.remoteAddress ?? '', 0)
      ? String(protocol)
      : '';
  };
}
