/** Tests the simulation with shops that are broken on purpose. It must find a violation in each within a minute. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { inFile, type Replacement, root, shops } from '../drill/orders/broken/shops.ts';

vi.setConfig({ testTimeout: 120_000 });

const groupCommit = inFile('platform/storage/sqlite/group-commit.ts');
const dialect = inFile('platform/storage/sqlite/dialect.ts');
const lost = 'every acknowledged order exists, once, as acknowledged';

/** Shops that lose what they have acknowledged only if the power fails at the right moment. */
const undurable: Record<string, { violates: string; replacements: Replacement[] }> = {
  'acknowledges a transaction before its commit if others wait': {
    violates: lost,
    replacements: [
      groupCommit(
        'const committed = this.#untilCommitted();',
        'const committed = this.#queued > 0 ? Promise.resolve() : this.#untilCommitted();',
      ),
    ],
  },
  'does not wait for the disk': {
    violates: lost,
    replacements: [dialect('synchronous = full', 'synchronous = normal')],
  },
};

test.each(Object.entries({ ...shops, ...undurable }))(
  'the simulation finds that a shop %s',
  async (_name, { violates, replacements }) => {
    const { code, output } = await simulate(replacements);
    expect(code).toBe(1);
    // What a crash shows first depends on its moment. A shopper whose requests contradict each other shows the same.
    const found = output.split('\n').filter((line) => line.startsWith('VIOLATED'));
    const names = found.map((line) => line.replace('VIOLATED  ', ''));
    const expected = [violates, 'the requests of each shopper are linearizable'];
    expect(
      names.some((name) => expected.includes(name)),
      output,
    ).toBe(true);
  },
);

/** Runs the simulation on changed sources. */
function simulate(replacements: Replacement[]): Promise<{ code: number; output: string }> {
  const hook = resolve(root, 'drill/orders/broken/hook.ts');
  const main = resolve(import.meta.dirname, 'main.ts');
  const args = [`--import=${hook}`, main, '--seed', '1', '--seconds', '60', '--shrink', '0'];
  const env = { ...process.env, DRILL_REPLACEMENTS: JSON.stringify(replacements) };
  return new Promise((done) => {
    const child = execFile(process.execPath, args, { env, encoding: 'utf8' }, (_error, ...texts) =>
      done({ code: child.exitCode ?? -1, output: texts.join('\n') }),
    );
  });
}
