/**
 * An open crowd: requests are due at a steady rate, whether the shop answers or not, as shoppers come who
 * know nothing of each other. Plain sockets, so that one core can ask for far more than another can give.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Somebody who waited for this long goes away, and the connection with them. */
const PATIENCE_MS = 2_000;
/** Kept open, as load balancers and browsers do; while all are busy, whoever comes waits, and the time counts. */
const CONNECTIONS = 2_000;
/** Opened together, so that the server's queue of new ones holds them. */
const OPENED_AT_ONCE = 100;
const TICK_MS = 1;
const SWEEP_MS = 50;
const HEAD_END = '\r\n\r\n';
/** Where the status stands in `HTTP/1.1 200`. */
const STATUS_AT = 9;
const OVERLOADED = 503;

/** Of requests that were due in a segment of time. Latencies are milliseconds from when each was due. */
export interface Tally {
  seconds: number;
  offered: number;
  /** Latencies of what was done: 2xx. */
  answered: number[];
  /** Latencies of what was refused, which costs less: 4xx. */
  refused: number[];
  /** Latencies of what was turned away: 503. */
  turnedAway: number[];
  /** Nobody waited for the answer any longer, or the connection broke, or the answer was a failure. */
  failed: number;
}

/** The bytes of the next request. */
export type NextRequest = () => string;

interface Line {
  socket: Socket;
  /** When the request on it was due; nothing is asked where there is none. */
  dueAt: number | undefined;
  /** Whether it was due in the segment that counts. */
  counts: boolean;
  received: string;
}

export class Crowd {
  readonly #port: number;
  readonly #next: NextRequest;
  readonly #connections: number;
  readonly #lines = new Set<Line>();
  readonly #free: Line[] = [];
  /** When those were due who wait outside, the first one first. */
  #outside: number[] = [];
  #tally: Tally = emptyTally();
  #countsFrom = Number.POSITIVE_INFINITY;
  #countsUntil = Number.POSITIVE_INFINITY;
  /** Whether each connection asks again as soon as it is answered. */
  #isClosedLoop = false;

  constructor(port: number, next: NextRequest, connections = CONNECTIONS) {
    this.#port = port;
    this.#next = next;
    this.#connections = connections;
  }

  /** So many shoppers, each asking again as soon as the answer is there. */
  async keepBusy(shoppers: number, warmUpMs: number, measuredMs: number): Promise<Tally> {
    this.#isClosedLoop = true;
    await this.#open(shoppers);
    this.#begin(performance.now() + warmUpMs, measuredMs);
    for (let shopper = 0; shopper < shoppers; shopper++) this.#ask(performance.now());
    await elapse(warmUpMs + measuredMs);
    return this.#end(measuredMs);
  }

  /** So many requests a second. Those of the first moments don't count. */
  async offer(perSecond: number, warmUpMs: number, measuredMs: number): Promise<Tally> {
    await this.#open(this.#connections);
    const startedAt = performance.now();
    this.#begin(startedAt + warmUpMs, measuredMs);
    const lastsMs = warmUpMs + measuredMs;
    let sweptAt = startedAt;
    for (let sent = 0; ; ) {
      const now = performance.now();
      const due = Math.floor((Math.min(now - startedAt, lastsMs) * perSecond) / 1_000);
      for (; sent < due; sent++) this.#come(startedAt + (sent / perSecond) * 1_000);
      if (now - sweptAt > SWEEP_MS) {
        this.#sendHome(now);
        sweptAt = now;
      }
      if (now - startedAt > lastsMs + PATIENCE_MS + SWEEP_MS) break;
      await elapse(TICK_MS);
    }
    return this.#end(measuredMs);
  }

  close(): void {
    const lines = [...this.#lines];
    // So that none is replaced.
    this.#lines.clear();
    for (const { socket } of lines) socket.destroy();
    this.#free.length = 0;
  }

  #begin(countsFrom: number, measuredMs: number): void {
    this.#tally = emptyTally();
    this.#countsFrom = countsFrom;
    this.#countsUntil = countsFrom + measuredMs;
  }

  #end(measuredMs: number): Tally {
    this.close();
    this.#outside = [];
    return { ...this.#tally, seconds: measuredMs / 1_000 };
  }

  #come(dueAt: number): void {
    if (this.#countsAt(dueAt)) this.#tally.offered++;
    if (this.#free.length > 0) this.#ask(dueAt);
    else this.#outside.push(dueAt);
  }

  #countsAt(dueAt: number): boolean {
    return dueAt >= this.#countsFrom && dueAt < this.#countsUntil;
  }

  #ask(dueAt: number): void {
    const line = this.#free.pop();
    if (line === undefined) throw new Error('Every connection is busy');
    line.dueAt = dueAt;
    line.counts = this.#countsAt(dueAt);
    line.received = '';
    line.socket.write(this.#next(), 'latin1');
  }

  async #open(count: number): Promise<void> {
    for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
      const opening = Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, () =>
        once(this.#connect().socket, 'connect'),
      );
      await Promise.all(opening);
    }
  }

  #connect(): Line {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    const line: Line = { socket, dueAt: undefined, counts: false, received: '' };
    // What broke is counted when it closes.
    socket.on('error', () => {});
    socket.on('data', (text: string) => this.#receive(line, text));
    socket.on('close', () => this.#lose(line));
    socket.on('connect', () => this.#release(line));
    this.#lines.add(line);
    return line;
  }

  #receive(line: Line, text: string): void {
    line.received += text;
    if (!isWhole(line.received) || line.dueAt === undefined) return;
    const status = Number(line.received.slice(STATUS_AT, STATUS_AT + 3));
    const now = performance.now();
    if (line.counts) {
      const latency = now - line.dueAt;
      if (status === OVERLOADED) this.#tally.turnedAway.push(latency);
      else if (status >= 500) this.#tally.failed++;
      else if (status >= 400) this.#tally.refused.push(latency);
      else this.#tally.answered.push(latency);
    }
    line.dueAt = undefined;
    this.#release(line);
    if (this.#isClosedLoop) this.#ask(now);
  }

  /** Whoever waits outside has it next. */
  #release(line: Line): void {
    this.#free.push(line);
    const waiting = this.#outside.shift();
    if (waiting !== undefined) this.#ask(waiting);
  }

  /** Whoever had it is lost, and another connection takes its place. */
  #lose(line: Line): void {
    if (!this.#lines.delete(line)) return;
    if (line.dueAt !== undefined && line.counts) this.#tally.failed++;
    const place = this.#free.indexOf(line);
    if (place !== -1) this.#free.splice(place, 1);
    line.socket.destroy();
    this.#connect();
  }

  /** Whoever waited for too long: those outside just go, the others hang up. */
  #sendHome(now: number): void {
    const firstPatient = this.#outside.findIndex((dueAt) => now - dueAt <= PATIENCE_MS);
    const gone = this.#outside.splice(0, firstPatient === -1 ? this.#outside.length : firstPatient);
    this.#tally.failed += gone.filter((dueAt) => this.#countsAt(dueAt)).length;
    for (const line of this.#lines) {
      if (line.dueAt === undefined || now - line.dueAt <= PATIENCE_MS) continue;
      this.#lose(line);
    }
  }
}

function emptyTally(): Tally {
  return { seconds: 0, offered: 0, answered: [], refused: [], turnedAway: [], failed: 0 };
}

/** Whether head and body are there. Every answer of the shop's says how long it is. */
function isWhole(received: string): boolean {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? '0';
  return received.length >= headEnd + HEAD_END.length + Number(length);
}

function elapse(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
