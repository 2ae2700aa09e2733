/** What the servers have in common that the shop is compared with, each a process of its own: `node SCRIPT FILE`. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The file that is handed over, as JSON. */
export function readInput<T>(): T {
  return JSON.parse(readFileSync(inputFile(), 'utf8'));
}

export function inputFile(): string {
  return process.argv[2] ?? '';
}

/** Listens on a free port of loopback, and prints it. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  });
}
