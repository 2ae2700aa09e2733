/** Runs `qkart` with only the given settings: in this process, or in a separate one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { compileCache } from '../../server/testing/shop-process.ts';
import { runProgram } from '../program.ts';

export const program = resolve(import.meta.dirname, '../qkart.ts');

export type Settings = Record<string, string>;

export interface Outcome {
  code: number | null;
  stdout: string;
  /** The standard error without progress lines, which only slow commands print. */
  stderr: string;
}

const PROGRESS_LINES = /^(Checking|Writing|Exporting|Copying|Moving|Encoding|Fetching)\b.*\n/gm;

/** Runs a command in this process. @param input the command's standard input */
export async function runQkart(
  words: readonly string[],
  env: Settings = {},
  input = '',
): Promise<Outcome> {
  const [stdout, stderr] = [new Collector(), new Collector()];
  const { env: ownEnv, exitCode: ownExitCode } = process;
  const replaced = [
    vi
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(Readable.from([input]) as typeof process.stdin),
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as Writable as typeof process.stdout),
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as Writable as typeof process.stderr),
  ];
  process.env = { ...inherited(), ...env };
  process.exitCode = 0;
  try {
    await runProgram(words);
    return outcome(Number(process.exitCode), stdout.text, stderr.text);
  } finally {
    for (const stream of replaced) stream.mockRestore();
    process.env = ownEnv;
    process.exitCode = ownExitCode;
  }
}

class Collector extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/** Starts a command in a separate process, for signals, exit codes and the current folder. */
export function startQkart(
  words: readonly string[],
  env: Settings,
  { cwd = tmpdir(), launcher = [] }: { cwd?: string; launcher?: readonly string[] } = {},
): ChildProcess & { outcome: Promise<Outcome> } {
  const [command = '', ...others] = [...launcher, process.execPath, program, ...words];
  const child = spawn(command, others, { cwd, env: { ...inherited(), ...env } });
  const ended = [once(child, 'close'), text(child.stdout), text(child.stderr)] as const;
  return Object.assign(child, {
    outcome: Promise.all(ended).then(([[code], stdout, stderr]) => outcome(code, stdout, stderr)),
  });
}

function outcome(code: number | null, stdout: string, stderr: string): Outcome {
  return { code, stdout, stderr: stderr.replaceAll(PROGRESS_LINES, '') };
}

function inherited() {
  const { PATH, TMPDIR } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE: compileCache };
}
