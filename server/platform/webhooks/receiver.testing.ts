/** A receiver of webhooks: an HTTP server that verifies and records events. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { onTestFinished, vi } from 'vitest';
import type { ShopEvent } from '../../../contract/events.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export interface Received {
  /** The `webhook-id`. */
  id: string;
  event: ShopEvent;
  /** Undefined for an event of an account. */
  orderId: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, received: Received) => void;

export interface TestReceiver {
  url: string;
  port: number;
  /** Every attempt, in the order of arrival. */
  received: Received[];
  /** From now on, replies with this status, or by this function. */
  answer(how: number | Answer): void;
  /** Accepts no more connections. */
  stop(): Promise<void>;
}

/**
 * Replies 200 until `answer` is called. The receiver is closed at the end of the test.
 * @param now the sender's clock
 */
export async function openReceiver(now = Date.now, port = 0): Promise<TestReceiver> {
  const received: Received[] = [];
  let answer: Answer = (response) => response.end();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const event = verify(body, request.headers, now()) as ShopEvent;
    const orderId = event.type === 'account.erased' ? undefined : event.data.order.id;
    const { headers } = request;
    const { url: path } = request;
    const one = { id: String(headers['webhook-id']), event, orderId, path, headers, body };
    received.push(one);
    answer(response, one);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    port: address.port,
    received,
    answer(how) {
      answer = typeof how === 'number' ? (response) => response.writeHead(how).end() : how;
    },
    stop,
  };
}

/** Verifies an event as receivers do, at the sender's time. @throws if signature or timestamp is wrong */
function verify(body: string, headers: IncomingHttpHeaders, now: number): unknown {
  vi.setSystemTime(now);
  try {
    // Node joins repeated headers, so each of these is one string.
    return new Webhook(SECRET).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
