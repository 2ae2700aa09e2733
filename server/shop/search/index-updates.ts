/** Keeps the index of the search engine up to date with the database. */
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../../contract/refusals.ts';
import type { SearchEngine } from '../../../packages/search/index.ts';
import type { AppServices } from '../../platform/services.ts';

/** The longest time that a request waits for the first build, which takes milliseconds in a small shop. */
const FIRST_BUILD_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 5;

interface FirstBuild {
  /** A value of `performance.now()`. */
  startedAt: number;
  done: Promise<void>;
}

export class IndexUpdates {
  readonly #engine: SearchEngine;
  readonly #readVersion: AppServices['catalogueVersion'];
  #version: string | undefined;
  #firstBuild: FirstBuild | undefined;
  #rebuild: Promise<void> | undefined;

  constructor(engine: SearchEngine, readVersion: AppServices['catalogueVersion']) {
    this.#engine = engine;
    this.#readVersion = readVersion;
  }

  get #isBuilt(): boolean {
    return this.#version !== undefined;
  }

  /** The indexed version of the catalogue; empty until the first build is complete. */
  get version(): string {
    return this.#version ?? '';
  }

  /** Waits until the index contains every change that was committed before the call. */
  async refresh(): Promise<void> {
    if (!this.#isBuilt) await this.#startFirstBuild().done;
    await this.#catchUp();
  }

  /** Starts to index the latest changes. A failure is left to the next `refresh`. */
  refreshInBackground(): void {
    if (this.#isBuilt) this.#catchUp().catch(() => {});
  }

  /**
   * Waits for the first build, but only a short time: a million products take minutes.
   * @throws Refusal STARTING
   */
  async firstBuild(): Promise<void> {
    if (this.#isBuilt) return;
    const { startedAt, done } = this.#startFirstBuild();
    const waitMs = startedAt + FIRST_BUILD_WAIT_MS - performance.now();
    if (waitMs <= 0) throw starting();
    const tooLate = wait(waitMs, undefined, { ref: false }).then(() => {
      throw starting();
    });
    await Promise.race([done, tooLate]);
  }

  /** Starts the first build if it has not begun. @throws Refusal STARTING until it is complete */
  requireBuilt(): void {
    if (this.#isBuilt) return;
    this.#startFirstBuild();
    throw starting();
  }

  /** Starts the first build, or returns the running one. After a failure, the next call starts it again. */
  #startFirstBuild(): FirstBuild {
    if (this.#firstBuild === undefined) {
      const done = this.#catchUp().finally(() => {
        this.#firstBuild = undefined;
      });
      // Callers that wait for the build get its failure. Without a caller, the rejection must not be unhandled.
      done.catch(() => {});
      this.#firstBuild = { startedAt: performance.now(), done };
    }
    return this.#firstBuild;
  }

  async #catchUp(): Promise<void> {
    const wanted = await this.#readVersion();
    if (wanted === this.#version) return;
    // A running rebuild may have begun before the change.
    await this.#rebuild;
    if (wanted === this.#version) return;
    this.#rebuild ??= this.#build().finally(() => {
      this.#rebuild = undefined;
    });
    await this.#rebuild;
  }

  async #build(): Promise<void> {
    // Read the version before the build, so that a commit in between is indexed again and never missed.
    const version = await this.#readVersion();
    await this.#engine.build();
    this.#version = version;
  }
}

function starting(): Refusal {
  return new Refusal('STARTING', { retryAfter: RETRY_AFTER_SECONDS });
}
