import { Refusal } from '../../../contract/refusals.ts';

const RETRY_AFTER_SECONDS = 1;

/** A task that waits. */
interface Waiting extends PromiseWithResolvers<void> {
  /** Milliseconds on a monotonic clock. */
  since: number;
}

/** The tasks of one client, oldest first. */
interface Line {
  tasks: Waiting[];
  /** When all other clients came before it. */
  since: number;
}

/**
 * A queue whose clients (networks, for example) take turns: a client with one task waits for at most one task of each
 * other client. In a full queue, the client with most tasks loses its last one to a client with fewer.
 */
export class FairQueue {
  /** A Map keeps the order: the first client is next. */
  readonly #lines = new Map<string, Line>();
  readonly #max: number;
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  lengthOf(client: string): number {
    return this.#lines.get(client)?.tasks.length ?? 0;
  }

  /** How long the oldest task of a client has waited, or the next client for its turn, if that is longer. */
  waitMsOf(client: string): number {
    const [next] = this.#lines.values();
    const [oldest] = this.#lines.get(client)?.tasks ?? [];
    const since = Math.min(next?.since ?? Infinity, oldest?.since ?? Infinity);
    return Math.max(0, performance.now() - since);
  }

  /** Resolves when it is the task's turn. @throws Refusal OVERLOADED if there is no place, or the place was lost */
  wait(client: string): Promise<void> {
    const since = performance.now();
    const line = this.#lines.get(client) ?? { tasks: [], since };
    if (this.#length >= this.#max) this.#makeRoomFor(line);
    const task: Waiting = { ...Promise.withResolvers(), since };
    line.tasks.push(task);
    this.#lines.set(client, line);
    this.#length++;
    return task.promise;
  }

  /** Removes the next task, so that its caller can start it. */
  take(): Waiting | undefined {
    const [next] = this.#lines;
    if (next === undefined) return undefined;
    const [client, { tasks }] = next;
    const task = tasks.shift();
    this.#lines.delete(client);
    if (tasks.length > 0) this.#lines.set(client, { tasks, since: performance.now() });
    this.#length--;
    return task;
  }

  #makeRoomFor(own: Line): void {
    const refusal = new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
    let most = own;
    for (const line of this.#lines.values()) if (line.tasks.length > most.tasks.length) most = line;
    if (most.tasks.length <= own.tasks.length + 1) throw refusal;
    most.tasks.pop()?.reject(refusal);
    this.#length--;
  }
}
