import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makePackedTexts, makePhoto } from '../pictures.testing.ts';
import { PictureError } from './picture-error.ts';
import { PictureWorker } from './worker.ts';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${content}</svg>`;
/** Each flood takes its own surface: 1.6 GB in all. */
const floods = Array.from({ length: 1_500 }, (_, n) => `<feFlood result="flood${n}"/>`).join('');
const flooded = svg(`<filter id="f">${floods}</filter><path d="M0 0h64v64z" filter="url(#f)"/>`);
/** Each mask is drawn twice as often as the one that refers to it. */
const masks = Array.from({ length: 26 }, (_, n) => {
  const path = `<path d="M0 0h64v64z" fill="#fff" mask="url(#m${n + 1})"/>`;
  return `<mask id="m${n}">${path}${path}</mask>`;
});
const nested = svg(`${masks.join('')}<path d="M0 0h64v64z" mask="url(#m0)"/>`);

function openWorker(secondsMax?: number): PictureWorker {
  const worker = new PictureWorker(secondsMax);
  onTestFinished(() => worker[Symbol.asyncDispose]());
  return worker;
}

const photo = await makePhoto(300, 200);

test.each([
  [
    'memory',
    flooded,
    /^needs more than 420 MB of memory to be read: make it smaller or simpler$/,
    20,
  ],
  ['time', nested, /^takes more than 1 seconds? to be read: make it smaller or simpler$/, 1],
])(
  'a picture that takes too much %s is refused, and the next one is read',
  async (_, hostile, message, seconds) => {
    const worker = openWorker(seconds);
    await worker.run('checkPicture', photo);
    for (let time = 0; time < 2; time++) {
      const refused = worker.run('checkLogo', hostile);
      await expect(refused).rejects.toThrow(PictureError);
      await expect(refused).rejects.toThrow(message);
      expect((await worker.run('encodeProductPicture', photo)).files).toHaveLength(2);
    }
  },
);

test.each(['zTXt', 'iTXt', 'iCCP'] as const)('no %s of a PNG is unpacked', async (type) => {
  const png = makePackedTexts(type);
  expect(png.length).toBeLessThan(1_100_000);
  expect((await openWorker().run('encodeProductPicture', png)).files).toHaveLength(2);
});

test('pictures are read one at a time, and each gets its own reply', async () => {
  const worker = openWorker();
  const sizes = [20, 40, 60, 80];
  const photos = await Promise.all(sizes.map((size) => makePhoto(size, size)));
  const read = await Promise.all(photos.map((file) => worker.run('encodeProductPicture', file)));
  expect(read.map(({ files }) => files[0]?.side)).toEqual(sizes);
});

/** Running processes, without those that have ended and whose parent has not asked for it. */
function listProcesses(): { pid: number; parent: number }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of the program, in parentheses, comes before the state and the parent.
      const text = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

// Other systems have no /proc.
test.skipIf(process.platform !== 'linux')(
  'a command that is killed while a picture is read leaves no process behind',
  async () => {
    const worker = new URL('./worker.ts', import.meta.url);
    const program = `
    import { PictureWorker } from ${JSON.stringify(worker)};
    const worker = new PictureWorker();
    await worker.run('checkLogo', ${JSON.stringify(svg(''))});
    worker.run('checkLogo', ${JSON.stringify(nested)});
    process.stdout.write('reading');`;
    const command = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    await once(command.stdout, 'data');
    const reader = listProcesses().find(({ parent }) => parent === command.pid)?.pid;
    expect(reader).toBeDefined();
    command.kill('SIGKILL');
    await expect.poll(() => listProcesses().some(({ pid }) => pid === reader)).toBe(false);
  },
);

test('a reply that comes too late is not taken for that of the next picture', async () => {
  const worker = openWorker(1);
  await worker.run('encodeProductPicture', await makePhoto(20, 20));
  const late = worker.run('encodeProductPicture', await makePhoto(60, 60));
  const next = worker.run('encodeProductPicture', await makePhoto(40, 40));
  await turn();
  // Meanwhile the reply arrives, but timers run first.
  const until = performance.now() + 1_500;
  while (performance.now() < until);
  await expect(late).rejects.toThrow('takes more than 1 seconds');
  expect((await next).files[0]?.side).toBe(40);
});
