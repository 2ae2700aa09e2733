/** Runs the operator's command as an operator does, and measures it. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const script = resolve(import.meta.dirname, '../../cli/qkart.ts');
/** The process itself knows best what it took; in kilobytes. */
const TELL_MEMORY =
  'process.on("exit", () => console.error("peak", process.resourceUsage().maxRSS, "KB"))';

export interface Run {
  seconds: number;
  /** Of memory, in MB; unknown of a process that was killed. */
  peakMb: number;
  stderr: string;
}

interface RunOptions {
  env: Record<string, string>;
  /** Records after whose writing the process is killed, without a chance to put anything right. */
  killBehind?: number;
}

/** @throws Error with what it said, where it failed */
export async function runCatalogue(
  words: readonly string[],
  { env, killBehind }: RunOptions,
): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${TELL_MEMORY}`, script, 'catalogue', ...words],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let stderr = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    stderr += chunk;
    const [, written = '0'] = /Writing: ([\d,]+) of/.exec(chunk) ?? [];
    const isFarEnough =
      killBehind !== undefined && Number(written.replaceAll(',', '')) > killBehind;
    if (isFarEnough) child.kill('SIGKILL');
  }
  if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
  if (child.exitCode !== 0 && child.signalCode !== 'SIGKILL') throw new Error(stderr);
  const [, peak = '0'] = /^peak (\d+) KB$/m.exec(stderr) ?? [];
  return { seconds: (performance.now() - startedAt) / 1000, peakMb: Number(peak) / 1024, stderr };
}
