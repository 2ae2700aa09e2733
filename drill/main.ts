/**
 * Rehearses what an operator hopes never to see: `npm run drill -- failover`. Exit code 0: all that has
 * to hold held; 1: something did not, or a part is missing; 2: the words name no drill.
 */
import { stopEverything } from './children.ts';
import { failover, silence } from './failover.ts';
import { MissingPart } from './missing.ts';
import { throughput } from './throughput.ts';

const MISUSED = 2;
const INTERRUPTED = 130;

/** @returns whether everything held that has to */
type Drill = () => Promise<boolean>;

const drills: Record<string, Drill> = { failover, silence, throughput };
const usage = `npm run drill -- failover     kills the database's primary and a replica, then releases, under load
npm run drill -- silence      the same, but the primary falls silent, as a machine without power does
npm run drill -- throughput   requests a second and CPU a request, with one replica and with two
`;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopEverything().finally(() => process.exit(INTERRUPTED)));
}

const [name = '', ...rest] = process.argv.slice(2);
const drill = Object.hasOwn(drills, name) ? drills[name] : undefined;
if (drill === undefined || rest.length > 0) {
  process.stderr.write(usage);
  process.exitCode = MISUSED;
} else {
  process.exitCode = (await run(drill)) ? 0 : 1;
}

async function run(drill: Drill): Promise<boolean> {
  try {
    return await drill();
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error;
    process.stderr.write(`${error.message}\n`);
    return false;
  } finally {
    await stopEverything();
  }
}
