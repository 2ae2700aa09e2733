/**
 * `npm run drill -- NAME` runs a scenario. Exit code 0: every check passed; 1: a check failed, or the scenario
 * cannot run; 2: the scenario or an option does not exist.
 */
import { inspect, parseArgs } from 'node:util';
import { stopEverything } from '../scripts/children.ts';
import { connections } from './connections.ts';
import { failover, silence } from './failover.ts';
import { orders } from './orders/scenario.ts';
import { overload } from './overload.ts';
import { print } from './report.ts';
import { MissingPart } from './scenario.ts';
import { throughput } from './throughput.ts';

const MISUSED = 2;
const INTERRUPTED = 130;
const all = { orders, failover, silence, overload, connections, throughput };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => stopEverything().finally(() => process.exit(INTERRUPTED)));
}
const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await run().finally(stopEverything);

/** @returns the exit code */
async function run(): Promise<number> {
  const scenario = Object.entries(all).find(([each]) => each === name)?.[1];
  if (scenario === undefined) {
    print('npm run drill -- NAME [--help]');
    for (const [each, { summary }] of Object.entries(all)) print(`  ${each.padEnd(12)} ${summary}`);
    return name === '' || name === '--help' ? 0 : MISUSED;
  }
  try {
    const options = { ...scenario.options, help: { type: 'boolean' } as const };
    const { values } = parseArgs({ args, options });
    if (values.help) print(`npm run drill -- ${name}\n\n${scenario.help}`);
    if (values.help) return 0;
    const holds = await scenario.run(values);
    print(`\n${name}: ${holds ? 'passed' : 'FAILED'}`);
    return holds ? 0 : 1;
  } catch (error) {
    // parseArgs throws a TypeError with a code, and a scenario throws a RangeError for an invalid value.
    const isMisuse = error instanceof RangeError || (error instanceof TypeError && 'code' in error);
    print(isMisuse || error instanceof MissingPart ? error.message : inspect(error));
    print(`\n${name}: FAILED`);
    return isMisuse ? MISUSED : 1;
  }
}
