/**
 * Rehearses what an operator hopes never to see: `npm run drill -- failover`. Exit code 0: all that has
 * to hold held; 1: something did not, or a part is missing; 2: the words name no drill.
 */
import { parseArgs } from 'node:util';
import { connections } from './connections.ts';
import { failover, silence } from './failover.ts';
import { ordersDrill, ordersUsage } from './orders/command.ts';
import { overload } from './overload.ts';
import { runAndStop } from './run.ts';
import { throughput } from './throughput.ts';

const MISUSED = 2;

/** @returns whether everything held that has to */
type Drill = () => Promise<boolean>;

/** From the words behind the name. @throws Error where they make no sense */
const drills: Record<string, (words: string[]) => Drill> = {
  orders: ordersDrill,
  failover: withoutOptions(failover),
  silence: withoutOptions(silence),
  throughput: withoutOptions(throughput),
  overload: withoutOptions(overload),
  connections: withoutOptions(connections),
};
const usage = `npm run drill -- failover     kills the database's primary and a replica, then releases, under load
npm run drill -- silence      the same, but the primary falls silent, as a machine without power does
npm run drill -- throughput   requests a second and CPU a request, with one replica and with two
npm run drill -- overload     offers up to ten times the load that the shop can carry
npm run drill -- connections  ten thousand idle connections, and thousands that misbehave
${ordersUsage}`;

const drill = drillNamed(process.argv.slice(2));
process.exitCode = drill ? Number(!(await runAndStop(drill))) : MISUSED;

function withoutOptions(drill: Drill): (words: string[]) => Drill {
  return (words) => {
    parseArgs({ args: words, options: {} });
    return drill;
  };
}

/** @returns nothing, and says how, where the words name none */
function drillNamed([name = '', ...words]: string[]): Drill | undefined {
  try {
    if (Object.hasOwn(drills, name)) return drills[name]?.(words);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n`);
  }
  process.stderr.write(usage);
  return undefined;
}
