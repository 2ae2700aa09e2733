import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as messages from '../contract/messages.ts';
import packageJson from '../package.json' with { type: 'json' };

const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');

test('the image has the version of Node that the shop is tested on', async () => {
  expect(await read('Dockerfile')).toContain(
    `\nARG NODE_VERSION=${packageJson.dependencies.node}\n`,
  );
});

test('without a replica the load balancer replies like a busy shop', async () => {
  const reply = JSON.stringify({ success: false, message: messages.overloaded });
  expect(await read('haproxy.cfg')).toContain(`application/json string '${reply}' hdr Retry-After`);
});
