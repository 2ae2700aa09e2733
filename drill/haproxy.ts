/** Starts HAProxy with the deployed configuration and other addresses. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Child, startChild, temporaryFolder, untilReady } from '../scripts/children.ts';
import { freePort } from '../scripts/postgres.ts';
import { MissingPart } from './scenario.ts';

const deployed = resolve(import.meta.dirname, '../deploy/haproxy.cfg');

/** Resolves when HAProxy sends requests to a replica. @throws MissingPart if HAProxy is not installed */
export async function startHaproxy(
  replicas: readonly { port: number }[],
): Promise<{ port: number; end: Child['end'] }> {
  const port = await freePort();
  const servers = replicas.map((each) => `  server shop-${each.port} 127.0.0.1:${each.port}`);
  const changes: [from: RegExp, to: string][] = [
    [/^resolvers docker\n(?: .*\n)+/gm, ''],
    [/ init-addr none resolvers docker$/gm, ''],
    [/bind :8080$/gm, `bind 127.0.0.1:${port}`],
    [/^ {2}server-template shop 10 shop:8080$/gm, servers.join('\n')],
  ];
  const config = changes.reduce(
    (text, [from, to]) => {
      if (text.search(from) === -1) throw new Error(`${deployed} contains no ${from}`);
      return text.replace(from, to);
    },
    readFileSync(deployed, 'utf8'),
  );
  const file = join(temporaryFolder(), 'haproxy.cfg');
  writeFileSync(file, config);
  // Debian installs HAProxy in a folder that only root has in PATH.
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  try {
    execFileSync('haproxy', ['-v'], { env, stdio: 'ignore' });
  } catch {
    throw new MissingPart('This needs HAProxy: apt-get install haproxy');
  }
  const child = startChild('haproxy', ['-f', file], { env });
  await untilReady(child, `http://127.0.0.1:${port}/readyz`);
  return { port, end: child.end };
}
