/**
 * Measures how fast the built shop is, beside what the machine can do at all: `npm run bench`, or
 * `npm run bench -- NAME` for one of the measurements. Exit code 1: with `--check`, a target was missed;
 * or a part is missing; 2: the words make no command.
 */
import { parseArgs } from 'node:util';
import { type ProcessorTime, processorTime } from '../drill/proc.ts';
import { runAndStop } from '../drill/run.ts';
import type { ScaleOptions } from './scale/scale.ts';
import { benches, onlyByName } from './speed/benches.ts';
import { type Row, reportOf } from './speed/report.ts';
import { writeResult } from './speed/results.ts';
import { type EngineName, engines, stopPostgres } from './speed/stage.ts';

const MISUSED = 2;
const names = Object.keys(benches).filter((name) => !onlyByName.includes(name));
const usage = `npm run bench                 all of: ${names.join(', ')}
npm run bench -- NAME...      only these
npm run bench -- --check      fails where a target isn't reached

npm run bench -- profile      where the time goes, as flame graphs: with Linux' perf

npm run bench -- scale        the same requests with up to a million products and carts: 15 minutes
  --engine NAME   only on sqlite, or on postgres
  --at-most N     without the sizes that have more products
`;

const command = readArguments();
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
} else {
  process.exitCode = (await runAndStop(() => measure(command))) ? 0 : 1;
}

interface Command extends ScaleOptions {
  chosen: readonly string[];
  check: boolean;
}

function readArguments(): Command | undefined {
  try {
    const { positionals, values } = parseArgs({
      options: {
        check: { type: 'boolean', default: false },
        engine: { type: 'string' },
        'at-most': { type: 'string' },
      },
      allowPositionals: true,
    });
    if (positionals.some((name) => !Object.hasOwn(benches, name))) return undefined;
    const { check, engine, 'at-most': most } = values;
    if (engine !== undefined && !isEngine(engine)) return undefined;
    if (most !== undefined && !/^[1-9]\d*$/.test(most)) return undefined;
    const atMost = most === undefined ? undefined : Number(most);
    return { chosen: positionals.length > 0 ? positionals : names, check, engine, atMost };
  } catch {
    return undefined;
  }
}

function isEngine(name: string): name is EngineName {
  return Object.hasOwn(engines, name);
}

/** How much slower the machine was than it is when its host has nothing else to do. */
function percentStolen(before?: ProcessorTime, after?: ProcessorTime): string {
  if (before === undefined || after === undefined) return 'unknown';
  const share = (after.stolen - before.stolen) / (after.wanted - before.wanted);
  return `${Math.round(share * 100)} %`;
}

/** @returns whether all is as it should be */
async function measure({ chosen, check, ...options }: Command): Promise<boolean> {
  const rows: Row[] = [];
  const stolen = new Map<string, string>();
  try {
    for (const name of chosen) {
      process.stderr.write(`${name}...\n`);
      const before = processorTime();
      rows.push(...((await benches[name]?.(options)) ?? []));
      stolen.set(name, percentStolen(before, processorTime()));
    }
  } finally {
    await stopPostgres();
    // Also where one fails: those before it took their time.
    if (stolen.size > 0) await report(rows, stolen);
  }
  return !check || rows.every(({ isReached }) => isReached !== false);
}

/** @param stolen by bench, how much of its time the host gave to others */
async function report(rows: readonly Row[], stolen: ReadonlyMap<string, string>): Promise<void> {
  process.stdout.write(`${reportOf(rows)}\n`);
  const shares = Array.from(stolen, ([name, share]) => `${name} ${share}`).join(', ');
  process.stdout.write(`Of the processors' time the host gave to others: ${shares}\n`);
  await writeResult(`${[...stolen.keys()].join('-')}.json`, JSON.stringify(rows, null, 2));
}
