/** Starts and kills the operators' process, and sends it their changes. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../../scripts/children.ts';
import type { Db } from '../../server/platform/storage/schema.ts';
import { type Deployment, untilDisconnected } from '../deployment.ts';
import type { DeskOperation, History } from '../history.ts';
import type { DeskAnswer, DeskRequest } from './desk-process.ts';

const entry = resolve(import.meta.dirname, 'desk-process.ts');
const RETRY_MS = 200;
/** A killed database has restarted by then. */
const START_TIMEOUT_MS = 90_000;

type Answer = PromiseWithResolvers<DeskAnswer | undefined>;

export class Desk {
  readonly #deployment: Deployment;
  readonly #history: History;
  readonly #answers = new Map<number, Answer>();
  #process: Promise<Child>;

  /** Starts the process. */
  constructor(deployment: Deployment, history: History) {
    this.#deployment = deployment;
    this.#history = history;
    this.#process = this.#start();
  }

  /**
   * Records the invocation and its outcome.
   * @param username the owner of the order
   * @returns undefined if the process was killed before its response
   * @throws Error if the process ended by itself
   */
  async change(username: string, operation: DeskOperation): Promise<DeskAnswer | undefined> {
    const child = await this.#process;
    const id = this.#history.nextId();
    const answer: Answer = Promise.withResolvers();
    this.#answers.set(id, answer);
    this.#history.add({ kind: 'invoke', id, username, operation });
    child.send({ id, operation } satisfies DeskRequest);
    const response = await answer.promise;
    if (response) this.#history.add({ kind: 'response', replayed: false, ...response });
    else this.#history.add({ kind: 'info', id });
    return response;
  }

  /** Kills the process. Changes wait for the next one. @param db the operator's connection */
  async kill(db: Db): Promise<void> {
    this.#process = this.end(db).then(() => this.#start());
    await this.#process;
  }

  /** Kills the process. Resolves when its transactions have ended. @param db the operator's connection */
  async end(db: Db): Promise<void> {
    const child = await this.#process;
    const interrupted = [...this.#answers.values()];
    this.#answers.clear();
    await child.end('SIGKILL');
    await untilDisconnected(db, this.#deployment.engine, 'desk');
    this.#history.add({ kind: 'nemesis', fault: 'desk killed', noDesk: true });
    for (const answer of interrupted) answer.resolve(undefined);
  }

  /** @returns a process that is ready, which may take until a killed database has restarted */
  async #start(): Promise<Child> {
    const { desk, nodeOptions = [], settings } = this.#deployment;
    const args = [...nodeOptions, entry, JSON.stringify(desk)];
    const env = { PATH: process.env.PATH, ...settings };
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const ready = Promise.withResolvers<boolean>();
      // desk-process.ts sends only these messages.
      const onMessage = (message: unknown) =>
        message === 'ready' ? ready.resolve(true) : this.#receive(message as DeskAnswer);
      const child = startChild(process.execPath, args, { env }, onMessage);
      child.ended.then(() => ready.resolve(false));
      if (await ready.promise) {
        child.ended.then(() => this.#fail(child));
        return child;
      }
      if (performance.now() > deadline) throw new Error(child.output());
      await sleep(RETRY_MS);
    }
  }

  #receive(answer: DeskAnswer): void {
    this.#answers.get(answer.id)?.resolve(answer);
    this.#answers.delete(answer.id);
  }

  /** Rejects the running changes of a process that ended by itself. */
  #fail(child: Child): void {
    for (const { reject } of this.#answers.values()) {
      reject(new Error(`The order desk ended by itself:\n${child.output()}`));
    }
  }
}
