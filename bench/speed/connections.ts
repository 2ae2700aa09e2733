/** Connections that ask with next to no work of their own: what is measured is the server's. */
import { connect, type Socket } from 'node:net';
import type { Call } from './load.ts';

const HOST = '127.0.0.1';
const END_OF_HEAD = '\r\n\r\n';
/** Without a body, whatever length they say it had. */
const NOT_MODIFIED = 304;

/** A request as it is sent. */
export function bytesOf({ path, method = 'GET', headers = {}, body = '' }: Call): Buffer {
  const sent = {
    host: HOST,
    ...headers,
    ...(body !== '' && { 'content-length': Buffer.byteLength(body) }),
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

/** Told an answer's status, once all of it is here. A promise for each would keep a client's collector busy. */
type OnAnswered = (status: number) => void;

interface Asked {
  request: Buffer;
  onAnswered: OnAnswered;
}

/** So many of them; who finds none that is free waits for one. */
export class Connections {
  readonly #all: Connection[];
  readonly #free: Connection[];
  readonly #waiting: Asked[] = [];

  /** @param onFailure told where an answer doesn't come, and when they are closed */
  constructor(port: number, count: number, onFailure: (error: Error) => void) {
    this.#all = Array.from({ length: count }, () => new Connection(port, onFailure));
    this.#free = [...this.#all];
  }

  ask(request: Buffer, onAnswered: OnAnswered): void {
    const connection = this.#free.pop();
    if (connection === undefined) this.#waiting.push({ request, onAnswered });
    else this.#askBy(connection, { request, onAnswered });
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  #askBy(connection: Connection, { request, onAnswered }: Asked): void {
    connection.ask(request, (status) => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(connection);
      else this.#askBy(connection, next);
      onAnswered(status);
    });
  }
}

/** One request after the other, to a server that says how long its answers are. */
class Connection {
  readonly #socket: Socket;
  #onAnswered: OnAnswered = () => {};
  /** What is here of an answer's head, until all of it is. */
  #head = '';
  #status = 0;
  /** Bytes of the body that are still to come, once the head is here. */
  #missing: number | undefined;

  constructor(port: number, onFailure: (error: Error) => void) {
    this.#socket = connect({ host: HOST, port, noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on('error', onFailure);
    this.#socket.on('close', () => onFailure(new Error('The server hung up')));
  }

  ask(request: Buffer, onAnswered: OnAnswered): void {
    this.#onAnswered = onAnswered;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#missing === undefined) this.#readHead(chunk.toString('latin1'));
    else this.#missing -= chunk.length;
    if (this.#missing !== 0) return;
    this.#missing = undefined;
    this.#onAnswered(this.#status);
  }

  #readHead(text: string): void {
    this.#head += text;
    const end = this.#head.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const head = this.#head.slice(0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    this.#status = Number(head.split(' ', 2)[1]);
    if (length === undefined && this.#status !== NOT_MODIFIED) {
      this.#socket.destroy(new Error('An answer doesn’t say how long it is'));
      return;
    }
    const bodyLength = this.#status === NOT_MODIFIED ? 0 : Number(length);
    this.#missing = bodyLength - (this.#head.length - end - END_OF_HEAD.length);
    this.#head = '';
  }
}
