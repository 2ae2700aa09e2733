/**
 * `npm run drill -- NAME`: runs a scenario. Exit code 0: all that must hold holds; 1: it doesn't, or a part is
 * missing; 2: there is no such scenario or option.
 */
import { parseArgs } from 'node:util';
import { connections } from './connections.ts';
import { failover, silence } from './failover.ts';
import { orders } from './orders/scenario.ts';
import { overload } from './overload.ts';
import { print } from './report.ts';
import { runAndStop } from './run.ts';
import type { Scenario } from './scenario.ts';
import { throughput } from './throughput.ts';

const scenarios = new Map(
  Object.entries({ orders, failover, silence, overload, connections, throughput }),
);
const MISUSED = 2;

const [name = '', ...args] = process.argv.slice(2);
const scenario = scenarios.get(name);
if (scenario) process.exitCode = await run(scenario);
else {
  print('npm run drill -- NAME [--help]');
  for (const [each, { summary }] of scenarios) print(`  ${each.padEnd(12)} ${summary}`);
  process.exitCode = ['', 'help', '--help'].includes(name) ? 0 : MISUSED;
}

/** @returns the exit code */
async function run({ options = {}, help, run }: Scenario): Promise<number> {
  try {
    const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean' } } });
    if (values.help) {
      print(`npm run drill -- ${name}\n\n${help}`);
      return 0;
    }
    const holds = await runAndStop(() => run(values));
    print(`\n${name}: ${holds ? 'passed' : 'FAILED'}`);
    return holds ? 0 : 1;
  } catch (error) {
    const isMisused =
      error instanceof RangeError || (error instanceof TypeError && 'code' in error);
    if (isMisused) process.stderr.write(`${error.message}\n`);
    else
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n\n${name}: FAILED\n`);
    return isMisused ? MISUSED : 1;
  }
}
