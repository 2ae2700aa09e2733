/**
 * Load by wrk (https://github.com/wg/wrk), where it is installed: a bare server answers faster than any
 * client in JavaScript asks, and what is compared with it would look as fast as it is.
 */
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drillFolder, lastWordsOf } from '../../drill/children.ts';
import { countCpu, PREPARED, requestsOf, saturate, type Target, type Throughput } from './load.ts';
import type { Shop } from './stage.ts';

const run = promisify(execFile);

/** Printed by `script`: how many answers, in how many microseconds, and what went wrong. */
interface Summary {
  requests: number;
  duration: number;
  errors: number;
}

/**
 * Closed loop, as `saturate`; by that, and with a word to whoever reads along, where there is no wrk.
 * @throws Error where an answer is an error, or doesn't come; with the last words of a server that ended
 */
export async function saturateByWrk(
  target: Target,
  connections: number,
  extent: { seconds: number },
): Promise<Throughput> {
  if (!isInstalled()) return saturate(target, connections, extent);
  const { server } = target;
  const script = join(drillFolder(), 'requests.lua');
  writeFileSync(script, scriptOf(requestsOf(target, PREPARED)));
  const cpu = countCpu(server);
  const { stdout } = await run('wrk', [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${extent.seconds}s`,
    `--script=${script}`,
    `http://127.0.0.1:${server.port}`,
  ]).catch((error: unknown) => {
    throw explained(error, server);
  });
  const { requests, duration, errors } = JSON.parse(
    stdout.trim().split('\n').at(-1) ?? '',
  ) as Summary;
  if (errors > 0) {
    throw explained(new Error(`${errors} requests had an error for an answer, or none`), server);
  }
  return { perSecond: (requests / duration) * 1_000_000, ...cpu(requests) };
}

/** By what the server said last, where it ended. */
function explained(error: unknown, { process }: Shop): unknown {
  if (!process.hasEnded()) return error;
  return new Error(`The server ended:\n${lastWordsOf(process)}`, { cause: error });
}

let installed: boolean | undefined;

function isInstalled(): boolean {
  if (installed === undefined) {
    installed = spawnSync('wrk', ['--version']).error === undefined;
    if (!installed) {
      process.stderr.write('wrk is not installed: a slower client asks, and servers look alike.\n');
    }
  }
  return installed;
}

/** In Lua, which takes JSON's strings for its own as long as they are ASCII: one request after the other. */
function scriptOf(requests: readonly Buffer[]): string {
  const strings = requests.map((request) => JSON.stringify(request.toString('latin1')));
  return `
local requests = {${strings.join(',\n')}}
local asked = 0
request = function()
  asked = asked % #requests + 1
  return requests[asked]
end
done = function(summary)
  local all = summary.errors
  local errors = all.connect + all.read + all.write + all.status + all.timeout
  print(string.format('{"requests":%d,"duration":%d,"errors":%d}', summary.requests, summary.duration, errors))
end
`;
}
