import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeSpooled } from './output.ts';

async function* lines(count: number): AsyncGenerator<string> {
  for (let line = 0; line < count; line++) yield `${line}\n`.padStart(1_000);
}

test('a reader that pauses does not hold up who makes the output, and gets all of it later', async () => {
  // Nobody reads yet, and nothing more than this fits.
  const output = new PassThrough({ highWaterMark: 1_000 });
  const made = Promise.withResolvers<void>();
  const writing = writeSpooled(async (spool) => {
    await spool(lines(5_000));
    made.resolve();
  }, output);
  await made.promise;
  const reading = text(output);
  await writing;
  output.end();
  expect((await reading).match(/\d+/g)).toEqual(Array.from({ length: 5_000 }, (_, n) => String(n)));
});

test('a failure leaves no file behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spools-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const failing = writeSpooled(async () => {
    throw new Error('the database failed');
  }, new PassThrough());
  await expect(failing).rejects.toThrow('the database failed');
  expect(readdirSync(folder)).toEqual([]);
});
