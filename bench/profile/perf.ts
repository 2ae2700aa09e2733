/**
 * What a server does, by Linux' `perf`: V8's own sampler counts a thread that waits for its turn as busy
 * with what it did last, and says that three quarters of a short request are writing its answer.
 */
import { execFile } from 'node:child_process';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, drillFolder, lastWordsOf, startChild } from '../../drill/children.ts';
import { MissingPart } from '../../drill/missing.ts';

const run = promisify(execFile);

/** A server that is started with these tells `perf` where its functions are. */
export const withMap = { NODE_OPTIONS: '--perf-basic-prof' };

const SAMPLES_PER_SECOND = 4_000;
/** Until it takes samples. */
const BEGIN_MS = 500;
/** Of what `perf script` writes: more than a minute of samples. */
const TEXT_MAX_BYTES = 1024 ** 3;

/**
 * Once for each server.
 * @param server started with `withMap`
 * @returns its stacks, as `perf script` writes them
 * @throws MissingPart where there is no `perf`, or it may not look
 */
export async function recordWhile(server: Child, work: () => Promise<unknown>): Promise<string> {
  const file = join(drillFolder(), `perf-${server.pid}.data`);
  const options = ['-e', 'cpu-clock', '-F', `${SAMPLES_PER_SECOND}`, '-g', '-o', file];
  const perf = startChild('perf', ['record', ...options, '-p', `${server.pid}`], {
    stopSignal: 'SIGINT',
  });
  // Where there is none, that is an error of its end.
  const ended = perf.ended.catch(() => null);
  await Promise.race([ended, sleep(BEGIN_MS)]);
  if (perf.hasEnded()) {
    throw new MissingPart(
      `Profiles are Linux' perf's: install it (Debian's package linux-perf), and have it allowed.\n${lastWordsOf(perf)}`,
    );
  }
  try {
    await work();
  } finally {
    perf.kill('SIGINT');
    await ended;
  }
  await keepLatest(mapOf(server));
  const { stdout } = await run('perf', ['script', '-i', file, '-F', 'comm,ip,sym,dso'], {
    maxBuffer: TEXT_MAX_BYTES,
  });
  return stdout;
}

/** What V8 wrote for `perf`, once the server has ended. */
export async function removeMap(server: Child): Promise<void> {
  await rm(mapOf(server), { force: true });
}

/** Where `perf` looks for it, whatever a system's folder for such files is. */
function mapOf({ pid }: Child): string {
  return `/tmp/perf-${pid}.map`;
}

/** Where code was collected, other code took its place: of lines that begin at the same address, the last one is so. */
async function keepLatest(map: string): Promise<void> {
  const lines = (await readFile(map, 'utf8')).split('\n');
  const latest = new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line]));
  // V8 goes on writing to the one that was there.
  await writeFile(`${map}.latest`, [...latest.values()].join('\n'));
  await rename(`${map}.latest`, map);
}
