/**
 * Measures how fast the built shop is, beside what the machine can do at all: `npm run bench`, or
 * `npm run bench -- NAME` for one of the measurements. Exit code 1: with `--check`, a target was missed;
 * or a part is missing; 2: the words make no command.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runAndStop } from '../drill/run.ts';
import { benches } from './speed/benches.ts';
import { type Row, reportOf } from './speed/report.ts';
import { stopPostgres } from './speed/stage.ts';

const MISUSED = 2;
const names = Object.keys(benches);
const usage = `npm run bench                 all of: ${names.join(', ')}
npm run bench -- NAME...      only these
npm run bench -- --check      fails where a target isn't reached
`;
const folder = resolve(import.meta.dirname, 'results');

const command = readArguments();
if (command === undefined) {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
} else {
  process.exitCode = (await runAndStop(() => measure(command))) ? 0 : 1;
}

interface Command {
  chosen: readonly string[];
  check: boolean;
}

function readArguments(): Command | undefined {
  try {
    const { positionals, values } = parseArgs({
      options: { check: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.some((name) => !Object.hasOwn(benches, name))) return undefined;
    return { chosen: positionals.length > 0 ? positionals : names, check: values.check };
  } catch {
    return undefined;
  }
}

/** @returns whether all is as it should be */
async function measure({ chosen, check }: Command): Promise<boolean> {
  const rows: Row[] = [];
  try {
    for (const name of chosen) {
      process.stderr.write(`${name}...\n`);
      rows.push(...((await benches[name]?.()) ?? []));
    }
  } finally {
    await stopPostgres();
  }
  process.stdout.write(`${reportOf(rows)}\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${chosen.join('-')}.json`), JSON.stringify(rows, null, 2));
  return !check || rows.every(({ isReached }) => isReached);
}
