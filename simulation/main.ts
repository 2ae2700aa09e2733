/**
 * `npm run simulate` crashes a simulated shop, and `npm run simulate -- kill`, `failover`, `year` and `broken` do what
 * their files say. Exit code 0: no invariant was violated; 1: one was; 2: an argument is wrong.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { print } from './report.ts';
import { usualPlan } from './simulate.ts';

const FAILED = 1;
const MISUSED = 2;
const seed = randomInt(2 ** 31);

/** The commands, each with the defaults of its options. */
const commands = {
  simulate: command({ seconds: 10, shrink: 15, seed, ...usualPlan }, async (options) =>
    (await import('./runs.ts')).simulateAndReport(options),
  ),
  broken: command({ seed: 1, only: '', slow: 1 }, async (options) =>
    (await import('./broken/find.ts')).findBrokenShops(options),
  ),
  kill: command({ engine: 'sqlite', kills: 20, seed }, async (options) =>
    (await import('./kill.ts')).killServers(options),
  ),
  year: command({ engine: 'sqlite', orders: 2_000, seed }, async (options) =>
    (await import('./year/year.ts')).sellForAYear(options),
  ),
  failover: command({}, async () => (await import('./failover.ts')).loseThePrimary()),
};

const [first = '', ...rest] = process.argv.slice(2);
const isNamed = Object.hasOwn(commands, first);
const run = commands[isNamed ? (first as keyof typeof commands) : 'simulate'];
process.exitCode = await run(isNamed ? rest : process.argv.slice(2));

/** @param work returns whether no invariant was violated @returns a function of arguments to an exit code */
function command<T extends Record<string, number | string>>(
  defaults: T,
  work: (options: T) => Promise<boolean>,
) {
  return async (args: string[]): Promise<number> => {
    const options = read(args, defaults);
    if (options === undefined) return MISUSED;
    return (await work(options)) ? 0 : FAILED;
  };
}

/** @returns undefined if an argument is wrong */
function read<T extends Record<string, number | string>>(args: string[], defaults: T) {
  const names = Object.keys(defaults);
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    const given = Object.entries(parseArgs({ args, options }).values).map(([name, text]) => {
      const value = typeof defaults[name] === 'number' ? Number(text) : text;
      if (typeof value === 'number' && !(value >= 0)) throw new TypeError(`--${name} is a number.`);
      return [name, value];
    });
    return { ...defaults, ...Object.fromEntries(given) };
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
