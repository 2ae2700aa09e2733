import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as messages from '../contract/messages.ts';
import packageJson from '../package.json' with { type: 'json' };
import { openMetrics } from '../server/platform/metrics/metrics.ts';
import { settingNames } from '../server/platform/settings/config.ts';

const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');

test('the image has the version of Node that the shop is tested on', async () => {
  expect(await read('Dockerfile')).toContain(
    `\nARG NODE_VERSION=${packageJson.dependencies.node}\n`,
  );
});

test('Kubernetes runs the image of this version', async () => {
  expect(await read('kubernetes.yaml')).toContain(
    `\n          image: qkart:${packageJson.version}\n`,
  );
});

test('the page for servers installs with the version of Node that the shop is tested on', async () => {
  const versions = (await read('../docs/deploy.md')).matchAll(/--package=node@([0-9.]+) /g);
  const expected = packageJson.dependencies.node;
  expect([...versions].map(([, version]) => version)).toEqual([expected, expected]);
});

test.each([
  [messages.overloaded, 5],
  [messages.tooManyRequests, 10],
])('the load balancer says "%s" as the shop does', async (message, seconds) => {
  const reply = JSON.stringify({ success: false, message });
  expect(await read('haproxy.cfg')).toContain(
    `application/json string '${reply}' hdr Retry-After ${seconds} `,
  );
});

test('Compose knows every setting of the shop', async () => {
  const compose = await read('compose.yaml');
  for (const name of settingNames) {
    expect(compose, name).toMatch(new RegExp(`^ +(${name}:|# .*\\b${name}\\b)`, 'm'));
  }
});

test('a shop is on a server after at most twelve commands', async () => {
  const page = await read('../docs/deploy.md');
  const [, section = ''] = /^## Install\n(.*?)^## /ms.exec(page) ?? [];
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  const commands = blocks.join('').trimEnd().split('\n');
  expect(commands.length).toBeGreaterThan(8);
  expect(commands.length).toBeLessThanOrEqual(12);
});

test('alerts and dashboard name only metrics that the shop has', async () => {
  const readBacklog = async () => ({ waiting: 0, oldestAgeMs: 0, givenUp: 0 });
  const readPool = () => ({ size: 0, idle: 0, waiting: 0 });
  const { registry } = openMetrics({ readPool, readBacklog, readLastBackup: async () => 0 });
  const known = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  const texts = await Promise.all(['prometheus-rules.yaml', 'grafana.json'].map(read));
  const named = texts.join('').match(/\b(?:qkart|http|nodejs|process)_[a-z0-9_]+/g) ?? [];
  expect(named.length).toBeGreaterThan(20);
  for (const name of named) expect(known).toContain(name.replace(/_(?:bucket|count)$/, ''));
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('alerts are raised by faults, and by nothing else', () => {
  const file = join(import.meta.dirname, 'prometheus-rules.test.yaml');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  });
  expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
});
