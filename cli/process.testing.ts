/** Runs `qkart` in a separate process with only the given settings. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { compileCache } from '../server/testing/shop-process.ts';

export const program = resolve(import.meta.dirname, 'qkart.ts');
/** Starting a process takes seconds while other tests run. */
export const COMMAND_TEST_TIMEOUT_MS = 60_000;

export interface Outcome {
  code: number;
  stdout: string;
  /** The standard error without progress lines, which only slow commands print. */
  stderr: string;
}

const PROGRESS_LINES = /^(Checking|Writing|Exporting|Copying|Moving)\b.*\n/gm;

interface Surroundings {
  env?: Record<string, string>;
  cwd?: string | undefined;
  /** The command's standard input. */
  input?: string;
}

export function runQkart(
  words: readonly string[],
  { env, cwd, input = '' }: Surroundings = {},
): Promise<Outcome> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { cwd, env: { ...inherited(), ...env } },
      (_error, stdout, stderr) =>
        done({
          code: child.exitCode ?? -1,
          stdout,
          stderr: stderr.replaceAll(PROGRESS_LINES, ''),
        }),
    );
    child.stdin?.end(input);
  });
}

/** Starts a command that the test kills. */
export function startQkart(words: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program, ...words], {
    env: { ...inherited(), ...env },
    stdio: 'ignore',
  });
}

function inherited() {
  const { PATH, TMPDIR } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE: compileCache };
}
