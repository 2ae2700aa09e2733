/** Runs hledger, a program for plain-text accounting. `apt-get install hledger` installs it. */
import { spawnSync } from 'node:child_process';

export function hasHledger(): boolean {
  return spawnSync('hledger', ['--version']).status === 0;
}

/**
 * Checks a journal.
 * @returns the balance of each account that has one, in cents
 * @throws Error with hledger's message if the journal is invalid
 */
export function readBalances(journal: string): Record<string, number> {
  run(journal, 'check', '--strict');
  const csv = run(journal, 'balance', '--flat', '--layout=bare', '--no-total', '-O', 'csv');
  const [, ...rows] = csv.trim().replaceAll('"', '').split('\n');
  return Object.fromEntries(
    rows.map((row) => {
      const [account, , dollars] = row.split(',');
      return [account, Math.round(Number(dollars) * 100)];
    }),
  );
}

function run(journal: string, ...args: string[]): string {
  const options = { input: journal, encoding: 'utf8', maxBuffer: Infinity } as const;
  const { status, stdout, stderr } = spawnSync('hledger', ['-f', '-', ...args], options);
  if (status !== 0 || stderr !== '') throw new Error(stderr || `hledger ended with ${status}`);
  return stdout;
}
