import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const message = 'qkart-backup on shop failed: journalctl --unit qkart-backup';

/** Runs the program of the unit `qkart-failed@`. */
async function alert(settings: Record<string, string>) {
  const program = join(import.meta.dirname, 'qkart-alert.ts');
  const child = spawn(process.execPath, [program, message], { env: settings });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, stderr };
}

/** @returns the address of a receiver, and what it got */
async function receiver(status: number) {
  const bodies: string[] = [];
  const server = createServer(async (request, reply) => {
    bodies.push(`${request.method} ${await text(request)}`);
    reply.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/topic`, bodies };
}

test('a failure is written to the journal, and sent to ALERT_URL if it is set', async () => {
  expect(await alert({})).toEqual({ code: 0, stderr: `${message}\n` });
  const { url, bodies } = await receiver(200);
  expect(await alert({ ALERT_URL: url })).toEqual({ code: 0, stderr: `${message}\n` });
  expect(bodies).toEqual([`POST ${message}`]);
});

test('a receiver that refuses it makes the unit fail', async () => {
  const { url } = await receiver(404);
  const { code, stderr } = await alert({ ALERT_URL: url });
  expect([code, stderr]).toEqual([1, expect.stringContaining('ALERT_URL replied 404')]);
});

test('systemd runs it when a backup fails', async () => {
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');
  expect(await read('qkart-backup.service')).toContain('\nOnFailure=qkart-failed@%N.service\n');
  expect(await read('qkart-failed@.service')).toContain(' /opt/qkart/deploy/qkart-alert.ts "');
});
