/**
 * Rehearses what an operator hopes never to see: `npm run drill -- failover`. Exit code 0: all that has
 * to hold held; 1: something did not, or a part is missing; 2: the words name no drill.
 */
import { connections } from './connections.ts';
import { failover, silence } from './failover.ts';
import { overload } from './overload.ts';
import { runAndStop } from './run.ts';
import { throughput } from './throughput.ts';

const MISUSED = 2;

/** @returns whether everything held that has to */
type Drill = () => Promise<boolean>;

const drills: Record<string, Drill> = { failover, silence, throughput, overload, connections };
const usage = `npm run drill -- failover     kills the database's primary and a replica, then releases, under load
npm run drill -- silence      the same, but the primary falls silent, as a machine without power does
npm run drill -- throughput   requests a second and CPU a request, with one replica and with two
npm run drill -- overload     offers up to ten times the load that the shop can carry
npm run drill -- connections  ten thousand idle connections, and thousands that misbehave
`;

const [name = '', ...rest] = process.argv.slice(2);
const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (drill === undefined || rest.length > 0) {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
} else {
  process.exitCode = (await runAndStop(drill)) ? 0 : 1;
}
