/**
 * Reads pictures in a process of its own, because what decoding a file takes can't be known before: a PNG of 1 MB may
 * unpack to gigabytes. A picture that exceeds a limit ends that process, and nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { MEMORY_MAX_BYTES, SECONDS_MAX } from './limits.ts';
import { PictureError } from './picture-error.ts';
import type { JobMessage, JobReply, Jobs } from './worker-process.ts';

const ERRORS_SHOWN = 2_000;
const ADVICE = 'make it smaller or simpler';

/** Starts the process for the first picture, and ends it when it is disposed of. */
export class PictureWorker {
  #process: ChildProcess | undefined;
  readonly #secondsMax: number;
  /** Pictures are read one at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param secondsMax for one picture, in all its sizes */
  constructor(secondsMax = SECONDS_MAX) {
    this.#secondsMax = secondsMax;
  }

  /** @throws PictureError if the picture can't be used, or exceeds a limit */
  run<Name extends keyof Jobs>(
    name: Name,
    input: Parameters<Jobs[Name]>[0],
  ): Promise<Awaited<ReturnType<Jobs[Name]>>> {
    const run = this.#turn.then(() => this.#run({ name, input }));
    this.#turn = run.catch(() => {});
    // Safe: it is what the job of this name returns.
    return run as Promise<Awaited<ReturnType<Jobs[Name]>>>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    const ended = once(process, 'close');
    process.kill('SIGKILL');
    await ended;
  }

  async #run(message: JobMessage): Promise<unknown> {
    const isNew = this.#process === undefined;
    this.#process ??= await this.#start();
    const reply = await ask(this.#process, message, this.#secondsMax);
    if (reply === undefined) {
      // Earlier pictures may have left little room.
      if (!isNew) return this.#run(message);
      const megabytes = MEMORY_MAX_BYTES / 1e6;
      throw new PictureError(`needs more than ${megabytes} MB of memory to be read: ${ADVICE}`);
    }
    if ('problem' in reply) throw new PictureError(reply.problem);
    if ('defect' in reply) throw new Error(reply.defect);
    return reply.result;
  }

  async #start(): Promise<ChildProcess> {
    // The program is beside this file: as source, or in the folder of the bundle.
    const file = new URL(`./worker-process${extname(import.meta.filename)}`, import.meta.url);
    const child = fork(file, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Otherwise glibc keeps what each thread has freed: 440 MB after 40 photographs, not 200.
      env: { ...harmlessEnvironment(), MALLOC_ARENA_MAX: '2' },
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-ERRORS_SHOWN);
    });
    child.once('close', () => {
      this.#process = undefined;
    });
    const isReady = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'close').then(() => false),
    ]);
    if (!isReady) throw new Error(`The process that reads pictures doesn't start: ${errors}`);
    return child;
  }
}

/** What programs and fonts are found by. The settings of the shop are no business of a process that strangers' files reach. */
function harmlessEnvironment(): NodeJS.ProcessEnv {
  const names =
    'PATH HOME LANG TMPDIR TEMP TMP SystemRoot XDG_CACHE_HOME FONTCONFIG_FILE FONTCONFIG_PATH';
  const kept = names.split(' ').map((name) => [name, process.env[name]]);
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

/** @returns undefined if the process ends */
function ask(
  process: ChildProcess,
  message: JobMessage,
  secondsMax: number,
): Promise<JobReply | undefined> {
  return new Promise((resolve) => {
    const problem = `takes more than ${secondsMax} seconds to be read: ${ADVICE}`;
    let isLate = false;
    // Settled when the process has ended: otherwise the next picture could get this one's late reply.
    const timer = setTimeout(() => {
      isLate = true;
      process.kill('SIGKILL');
    }, secondsMax * 1_000);
    const onReply = (reply: JobReply) => {
      if (!isLate) settle(reply);
    };
    const onEnd = () => settle(isLate ? { problem } : undefined);
    const settle = (reply: JobReply | undefined) => {
      clearTimeout(timer);
      process.off('message', onReply);
      process.off('close', onEnd);
      resolve(reply);
    };
    process.on('message', onReply);
    process.once('close', onEnd);
    // If it can't be sent, the process has ended.
    process.send(message, () => {});
  });
}
