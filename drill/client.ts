/** One person's connection to the shop: a request, and what came of it. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A person's patience; above what the shop itself waits for its database. */
const TIMEOUT_MS = 10_000;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: object;
  /** Where it is aborted, the connection is gone in the middle of whatever it was. */
  signal?: AbortSignal | undefined;
}

export class Client {
  readonly #port: number;
  readonly #token: string | undefined;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number, token?: string) {
    this.#port = port;
    this.#token = token;
  }

  /** @throws Error where no whole answer came in time */
  send({ method, path, headers, body, signal }: Call): Promise<Answer> {
    const payload = body && JSON.stringify(body);
    const patience = AbortSignal.timeout(TIMEOUT_MS);
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        signal: signal ? AbortSignal.any([patience, signal]) : patience,
        method,
        path,
        headers: {
          ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
          ...(payload && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
          reject,
        );
      });
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
